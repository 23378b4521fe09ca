import { isSameAddress } from '@latchkey/protocol/address'
import type { Hex } from '@latchkey/protocol/evmSignature/hex'
import { isFault } from '../bridge/Fault.ts'
import { accountCodeOf } from '../smartAccount/statusOf.ts'
import type { Network } from '../wallet/network.ts'
import type { Wallet } from '../wallet/Wallet.ts'
import { readAllGrants } from './allGrants.ts'
import { isDisabled, requireContracts, sessionNonceOf } from './contracts.ts'
import { grantStateOf } from './grantState.ts'
import type { StoredGrant } from './grantStore.ts'
import type { GrantRequest } from './GrantRequest.ts'
import { readChainFacts } from './readChainFacts.ts'
import { secondOf } from './secondOf.ts'

/** Seconds that a grant must still last, so that it is not worth a new one. */
const minLeft = 300
/** The part of its whole life that must still be left: 1 / 10. */
const lifeParts = 10
/** A request for longer than the earlier one by up to 1 / 100 counts as one for the same time. */
const sameParts = 100
/** Seconds after which a stream that began with its own request is not that of a new request. */
const streamStart = 600

/**
 * Whether an earlier grant is worth a new request, as far as time goes. It must not end later than
 * the site wants now. The visitor may have shortened it: then the site asks again when that time is
 * nearly over, or when it wants more time than before.
 * @param now the second, since 1970
 */
export function coversTime(
  { terms: { what, expiry }, grantedAt, wantedSeconds }: CoveringGrant,
  { terms: wanted, hasStart }: Pick<GrantRequest, 'terms' | 'hasStart'>,
  now: number,
): boolean {
  const life = expiry - Math.floor(grantedAt / 1_000)
  const left = expiry - now
  const asked = wantedSeconds ?? life
  // more has flowed by now than the site wants at first
  if (what.kind === 'stream' && !hasStart && now - what.startTime > streamStart) return false
  return (
    left > Math.max(minLeft, life / lifeParts) &&
    wanted.expiry - now <= asked + asked / sameParts &&
    expiry <= wanted.expiry
  )
}

type CoveringGrant = Pick<StoredGrant, 'terms' | 'grantedAt' | 'wantedSeconds'>

/**
 * Finds a grant to the same site for the same request that the chain still accepts, and of
 * which something is left.
 * @throws Fault when the node does not answer
 */
export async function findReusable(
  wallet: Pick<Wallet, 'server' | 'store' | 'site'>,
  network: Network,
  {
    account,
    request,
    requestHash,
    signal,
  }: {
    account: Hex
    request: GrantRequest
    requestHash: string
    signal?: AbortSignal | undefined
  },
): Promise<StoredGrant | undefined> {
  const now = secondOf(wallet)
  const { grants } = await readAllGrants(wallet, account, signal)
  for (const grant of grants) {
    const isSame =
      grant.origin === wallet.site.origin &&
      grant.networkId === network.networkId &&
      grant.requestHash === requestHash &&
      isSameAddress(grant.account, account) &&
      coversTime(grant, request, now)
    if (!isSame || !(await isAccepted(wallet, network, grant, signal))) continue
    if (!(await isUsedUp(wallet, network, grant, signal))) return grant
  }
  return undefined
}

/**
 * Whether nothing is left of a grant, for good. Where the node can't say it, the grant counts as
 * usable, as the chain accepts it.
 */
async function isUsedUp(
  wallet: Pick<Wallet, 'server'>,
  network: Network,
  grant: StoredGrant,
  signal: AbortSignal = new AbortController().signal,
): Promise<boolean> {
  const facts = await readChainFacts(wallet, network, {
    account: grant.account,
    grants: [grant],
    signal,
  }).catch(() => undefined)
  return grantStateOf(grant, facts, secondOf(wallet)).status === 'usedUp'
}

/**
 * Whether the chain accepts a grant: it was not ended, the account is a smart account, and the
 * contracts are known and not paused.
 * @throws Fault when the node does not answer
 */
export async function isAccepted(
  wallet: Pick<Wallet, 'server'>,
  network: Network,
  { hash, account, terms }: Pick<StoredGrant, 'hash' | 'account' | 'terms'>,
  signal?: AbortSignal,
): Promise<boolean> {
  const [disabled, nonce, code, isUsable] = await Promise.all([
    isDisabled(wallet, network, hash, signal),
    sessionNonceOf(wallet, network, account, signal),
    accountCodeOf(wallet, network, account, signal),
    requireContracts(wallet, network, terms, signal).then(
      () => true,
      (error: unknown) => {
        if (isFault(error, 'unsupportedMethod')) return false
        throw error
      },
    ),
  ])
  return !disabled && nonce === terms.nonce && code.kind === 'ours' && isUsable
}
