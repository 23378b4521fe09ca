import { isComplete } from '@latchkey/protocol/walletAddresses'
import type { WalletAddresses } from '@latchkey/protocol/walletAddresses'
import { withLock } from '../device/withLock.ts'
import type { Wallet } from '../wallet/Wallet.ts'
import { readAccount, storeAddresses } from './deviceShare.ts'

/**
 * The addresses of the current account, whose share is in this browser. An account that was stored
 * before a namespace existed has no address there: the address is derived from the keys and stored.
 * The server's address is ignored.
 * @throws the faults of `withEntropy`
 */
export async function completeAddresses(
  wallet: Wallet,
  signal?: AbortSignal,
): Promise<WalletAddresses> {
  const stored = await readAccount(wallet.store)
  if (stored && isComplete(stored.addresses)) return stored.addresses
  const { withEntropy } = await import('./withEntropy.ts')
  const addresses = await withEntropy(wallet, async (_, keys) => keys.addresses, signal)
  await withLock(`split ${addresses.eip155}`, () => storeAddresses(wallet.store, addresses))
  return addresses
}
