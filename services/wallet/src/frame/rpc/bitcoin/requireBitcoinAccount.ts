import { bitcoin } from '@latchkey/protocol/chains/bitcoin'
import { fault } from '../../bridge/Fault.ts'
import { bitcoinAccount } from '../../wallet/bitcoinAccount.ts'
import type { BitcoinAccount, OwnAddress } from '../../wallet/bitcoinAccount.ts'
import { readConnected } from '../../wallet/consent.ts'
import { requireNamespace } from '../../wallet/network.ts'
import type { Network } from '../../wallet/network.ts'
import type { Wallet } from '../../wallet/Wallet.ts'

/**
 * Returns the account on a network of Bitcoin.
 * @param claimed the account from the site's request: one of its addresses
 * @throws Fault `switchChain` for a network of another namespace; 4100 for another account, or when
 *   the visitor has not logged in on the site
 */
export async function requireBitcoinAccount(
  wallet: Pick<Wallet, 'store' | 'site'>,
  network: Network,
  claimed: unknown,
): Promise<BitcoinAccount> {
  requireNamespace(network, 'bip122')
  const connected = await readConnected(wallet)
  if (!connected) throw fault('unauthorized')
  const account = bitcoinAccount(network, connected.addresses)
  if (!ownAddressOf(account, claimed)) throw fault('unauthorized')
  return account
}

/** The account's own address that a text names, in any spelling. Undefined for another text. */
export function ownAddressOf(
  { payment, ordinals }: BitcoinAccount,
  text: unknown,
): OwnAddress | undefined {
  if (typeof text !== 'string') return undefined
  return [payment, ordinals].find(({ address }) => address === bitcoin.addressKey(text))
}
