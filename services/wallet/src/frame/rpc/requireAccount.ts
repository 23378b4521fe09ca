import { chainOf } from '@latchkey/protocol/chains/registry'
import type { WalletAddresses } from '@latchkey/protocol/walletServer'
import { fault } from '../bridge/Fault.ts'
import { readConnected } from '../wallet/consent.ts'
import type { Wallet } from '../wallet/Wallet.ts'

/**
 * Returns the account's addresses.
 * @param claimed the address from the site's request; it must be this account's
 * @throws Fault 4100 for another address, or when the visitor has not logged in on the site
 */
export async function requireAccount(
  wallet: Wallet,
  namespace: keyof WalletAddresses,
  claimed: unknown,
): Promise<WalletAddresses> {
  const account = await readConnected(wallet)
  if (!account || typeof claimed !== 'string') throw fault('unauthorized')
  const { addressKey } = chainOf(namespace)
  if (addressKey(claimed) !== addressKey(account.addresses[namespace])) throw fault('unauthorized')
  return account.addresses
}

/**
 * Returns the account's Ethereum address, under the same conditions.
 * @throws Fault 4100
 */
export async function requireEvmAccount(wallet: Wallet, claimed: unknown): Promise<`0x${string}`> {
  const { eip155 } = await requireAccount(wallet, 'eip155', claimed)
  return eip155 as `0x${string}` // the schema of addresses checks it
}
