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
import { readChainFacts } from './readChainFacts.ts'
import { secondOf } from './secondOf.ts'

/** Seconds that a grant must still last, so that it is not worth a new one. */
const minLeft = 300

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
    requestHash,
    signal,
  }: { account: Hex; requestHash: string; signal?: AbortSignal | undefined },
): Promise<StoredGrant | undefined> {
  const now = secondOf(wallet)
  const { grants } = await readAllGrants(wallet, account, signal)
  for (const grant of grants) {
    const isSame =
      grant.origin === wallet.site.origin &&
      grant.networkId === network.networkId &&
      grant.requestHash === requestHash &&
      isSameAddress(grant.account, account) &&
      grant.terms.expiry > now + minLeft
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
