import { delegationHash, readContext, rootAuthority } from '@latchkey/protocol/sessions/delegation'
import type { SignedDelegation } from '@latchkey/protocol/sessions/delegation'
import { readCaveats } from '@latchkey/protocol/sessions/caveats'
import type { Hex } from '@latchkey/protocol/evmSignature/hex'
import type { Grant } from '@latchkey/protocol/sessions/grant'
import { permissionJson } from '@latchkey/protocol/sessions/permissionJson'
import { maxUint256 } from '@latchkey/protocol/sessions/terms'
import type { SessionTerms } from '@latchkey/protocol/sessions/terms'
import { delegationManager } from '@latchkey/protocol/smartAccounts/contracts'
import { formatNetworkId } from '@latchkey/protocol/caip'
import type { NetworkId } from '@latchkey/protocol/caip'
import { hashOfText } from '@latchkey/protocol/smartAccounts/words'
import type { SmartSession } from '../../../core/contracts/facets/smartSessions.ts'

/** What the account has signed, and what it means. */
export type ReadGrant = {
  /** Unique among all sessions. */
  id: string
  networkId: NetworkId
  grant: Grant
  terms: SessionTerms
  delegation: SignedDelegation
}

/**
 * Reads a permission context. Undefined unless the whole of it is understood, and the account has
 * granted it over itself.
 * @param functions the functions of calls, by their selectors, where they are known
 */
export function readGrant(
  context: unknown,
  { address, chainId, functions }: { address: string; chainId: number } & Named,
): ReadGrant | undefined {
  const delegation = readContext(context)
  if (!delegation || delegation.delegator.toLowerCase() !== address.toLowerCase()) return undefined
  if (delegation.authority.toLowerCase() !== rootAuthority) return undefined
  const terms = readCaveats(delegation.caveats)
  if (!terms || (terms.maxUses ?? 0n) > Number.MAX_SAFE_INTEGER) return undefined
  const networkId = formatNetworkId('eip155', chainId)
  return {
    id: `${networkId}:${delegationHash(delegation)}`,
    networkId,
    grant: {
      context: context as Hex, // `readContext` has read it
      delegationManager,
      from: checksumOf(delegation.delegator),
      to: checksumOf(delegation.delegate),
      chainId,
      ...permissionJson(terms, (selector) => functions?.get(selector)),
      expiry: terms.expiry,
    },
    terms,
    delegation,
  }
}

/** Writes an address with its checksum: a hash decides which letters are capitals. EIP-55 */
function checksumOf(address: string): Hex {
  const digits = address.slice(2).toLowerCase()
  const hash = hashOfText(digits)
  const isUpper = (at: number) => parseInt(hash.charAt(at), 16) > 7
  return `0x${[...digits].map((digit, at) => (isUpper(at) ? digit.toUpperCase() : digit)).join('')}`
}

type Named = { functions?: ReadonlyMap<Hex, string> }

/** The session of a grant, with its state as the API or the wallet reports it. */
export function sessionOf(
  { id, networkId, grant, terms }: ReadGrant,
  {
    state,
    available,
    ...reported
  }: Pick<SmartSession, 'state' | 'available' | 'usesLeft' | 'createdAt' | 'revokedAt' | 'pci'>,
  now: number,
  { functions }: Named = {},
): SmartSession {
  const isOver = terms.expiry <= now
  const isUsedUp = reported.usesLeft === 0 || isSpent(terms.what, available, now)
  return {
    ...grant,
    ...defined(reported),
    id,
    networkId,
    limit: limitOf(terms.what, functions),
    ...(terms.payees && { payees: terms.payees.map((payee) => checksumOf(payee)) }),
    ...(terms.maxUses !== undefined && { maxUses: Number(terms.maxUses) }),
    state:
      state === 'active' && isOver
        ? 'expired'
        : state === 'active' && isUsedUp
          ? 'usedUp'
          : state === 'unknown' && isOver
            ? 'expired'
            : state,
    ...(available !== undefined && terms.what.kind !== 'calls' && { available }),
  }
}

/** Whether an allowance is spent. Before it begins, nothing of it can be taken either. */
const isSpent = (what: SessionTerms['what'], available: bigint | undefined, now: number): boolean =>
  what.kind === 'allowance' && available === 0n && what.startTime <= now

/** An object without the parts that are not known. */
const defined = <value extends object>(value: value): value =>
  Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined)) as value // the rest is optional

function limitOf(what: SessionTerms['what'], functions: Named['functions']): SmartSession['limit'] {
  if (what.kind === 'calls')
    return {
      kind: 'calls',
      targets: what.targets.map((target) => checksumOf(target)),
      functions: what.selectors.map((selector) => functions?.get(selector) ?? selector),
      maxValue: what.maxValue,
    }
  const { token, ...spending } = what
  const common = token && { token: checksumOf(token) }
  if (spending.kind !== 'stream') return { ...spending, ...common }
  const { maxAmount, ...stream } = spending
  return { ...stream, ...common, ...(maxAmount < maxUint256 && { maxAmount }) }
}
