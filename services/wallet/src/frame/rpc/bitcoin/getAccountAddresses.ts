import { isObject } from '@latchkey/protocol/isObject'
import type { Network } from '../../wallet/network.ts'
import type { Wallet } from '../../wallet/Wallet.ts'
import { requireBitcoinAccount } from './requireBitcoinAccount.ts'

/** An address of the account, as wallets of Bitcoin describe it. */
type AccountAddress = {
  address: string
  publicKey: string
  path: string
  intention: 'payment' | 'ordinal'
}

/**
 * Returns the addresses of the account, the one for payments first. `getAccountAddresses` {
 * account }. docs/contracts/frame.md#read-methods
 */
export async function getAccountAddresses(
  wallet: Pick<Wallet, 'store' | 'site'>,
  network: Network,
  params: unknown,
): Promise<readonly AccountAddress[]> {
  const { account: claimed } = isObject(params) ? params : {}
  const { payment, ordinals } = await requireBitcoinAccount(wallet, network, claimed)
  return [payment, ordinals].map(({ address, publicKey, path, purpose }) => ({
    address,
    publicKey,
    path,
    intention: purpose === 'payment' ? 'payment' : 'ordinal',
  }))
}
