import { chainOf } from '@latchkey/protocol/chains/registry'
import type { Hex } from '@latchkey/protocol/evmSignature/hex'
import { counts } from '@latchkey/protocol/limits'
import { enforcers } from '@latchkey/protocol/sessions/enforcers'
import type { SessionTerms } from '@latchkey/protocol/sessions/terms'
import {
  delegationManager,
  delegator,
  entryPoint,
} from '@latchkey/protocol/smartAccounts/contracts'
import { fault } from '../bridge/Fault.ts'
import { subjectOf } from '../rpc/sentTransactions.ts'
import type { PaymasterService } from '../smartAccount/operation.ts'
import { refusal } from './refusals.ts'

/** What a site wants for one session. The account's number is added when it is granted. */
export type GrantRequest = {
  /** The number of the chain. Undefined: the wallet's network. */
  chainId: number | undefined
  /** The account that grants, as the site names it. */
  from: Hex | undefined
  /** The account that the delegation names. */
  delegate: Hex
  terms: Omit<SessionTerms, 'nonce'>
  /** Whether the site names the second from which it counts. Otherwise that of the request. */
  hasStart: boolean
  /** The functions of `terms.what.selectors`, in their order. */
  signatures: readonly string[]
  /** Whether the visitor may lower the limits. */
  isAdjustable: boolean
  /** What the site says about it, unproved. */
  justification: string | undefined
  /** The paymaster that the site wants to pay for an upgrade of the account. ERC-7677 */
  paymaster?: PaymasterService | undefined
}

/** The longest time of a session, in seconds. */
export const maxDuration = 366 * 86_400

/**
 * Checks what both dialects of requests have in common.
 * @param now the second, since 1970
 * @throws Fault -32602 for terms that can't be meant, 4200 for terms that are not granted
 */
export function checkTerms({ what, payees, expiry }: GrantRequest['terms'], now: number): void {
  if (expiry <= now) throw fault('invalidParams')
  if (expiry > now + maxDuration) throw refusal('farExpiry')
  if (payees && (what.kind === 'calls' || (what.token && payees.length > 1)))
    throw refusal('payees')
  if (what.kind === 'calls') return
  if (what.startTime >= expiry) throw fault('invalidParams')
  if (what.kind === 'stream' && what.initialAmount > what.maxAmount) throw fault('invalidParams')
}

const { addressKey } = chainOf('eip155')

/** The contracts that a session may not call: they would do whatever the account may do. */
const guarded: ReadonlySet<string> = new Set(
  [delegationManager, delegator, entryPoint, ...Object.values(enforcers)].map(addressKey),
)

/**
 * Checks what a request says about the account itself.
 * @throws Fault 4200
 */
export function checkTargets({ terms: { what, payees }, delegate }: GrantRequest, account: Hex) {
  const isGuarded = (address: Hex) =>
    addressKey(address) === addressKey(account) || guarded.has(addressKey(address))
  const called = what.kind === 'calls' ? what.targets : what.token ? [what.token] : []
  if ([...called, ...(payees ?? []), delegate].some(isGuarded)) throw refusal('guarded')
}

/**
 * The hash of what a site wants on a network, by which the wallet finds an earlier grant. The
 * site's reason does not matter, nor does the second of the request. The end is compared apart,
 * because many sites count it from the moment of the request: `coversTime`.
 */
export function requestHashOf(
  { delegate, terms, hasStart }: GrantRequest,
  { networkId, account }: { networkId: string; account: Hex },
): Promise<string> {
  const { what, payees, maxUses, redeemers } = terms
  const ordered = (addresses: readonly Hex[] = []) => addresses.map(lower).toSorted()
  const parts =
    what.kind === 'calls'
      ? {
          ...what,
          targets: ordered(what.targets),
          selectors: what.selectors.map(lower).toSorted(),
          fixed: what.fixed.map(({ index, value }) => [index, lower(value)]),
        }
      : {
          ...what,
          token: what.token ? lower(what.token) : null,
          startTime: hasStart ? what.startTime : null,
        }
  return subjectOf([
    'session',
    networkId,
    lower(account),
    lower(delegate),
    Object.entries(parts).toSorted(([first], [second]) => (first < second ? -1 : 1)),
    ordered(payees),
    maxUses ?? null,
    ordered(redeemers),
  ])
}

const lower = (hex: Hex): string => hex.toLowerCase()

/** Addresses without repetitions, in lower case. @throws Fault -32602 for too many */
export function addressesOf(addresses: readonly Hex[]): readonly Hex[] {
  const all = [...new Set(addresses.map((address) => addressKey(address) as Hex))] // same form
  if (all.length > counts.sessionTargets) throw fault('invalidParams')
  return all
}
