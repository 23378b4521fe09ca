import { chainOf } from '@latchkey/protocol/chains/registry'
import type { EmbeddedNamespace } from '@latchkey/protocol/namespace'
import { fault } from '../bridge/Fault.ts'
import { readConnected } from '../wallet/consent.ts'
import type { Wallet } from '../wallet/Wallet.ts'

/**
 * Returns the account's address in a namespace.
 * @param claimed the address from the site's request; it must be this account's
 * @throws Fault 4100 for another address, or when the visitor has not logged in on the site
 */
export async function requireAccount(
  wallet: Wallet,
  namespace: EmbeddedNamespace,
  claimed: unknown,
): Promise<string> {
  const account = await readConnected(wallet)
  const own = account?.addresses[namespace]
  const { addressKey } = chainOf(namespace)
  if (own === undefined || typeof claimed !== 'string' || addressKey(claimed) !== addressKey(own))
    throw fault('unauthorized')
  return own
}

/**
 * Returns the account's Ethereum address, under the conditions of `requireAccount`.
 * @throws Fault 4100
 */
export async function requireEvmAccount(wallet: Wallet, claimed: unknown): Promise<`0x${string}`> {
  const address = await requireAccount(wallet, 'eip155', claimed)
  return address as `0x${string}` // the schema of addresses checks it
}
