import { readSs58 } from '@latchkey/protocol/chains/ss58'
import { fault } from '../../bridge/Fault.ts'
import { readConnected } from '../../wallet/consent.ts'
import { requireNamespace } from '../../wallet/network.ts'
import type { Network } from '../../wallet/network.ts'
import { polkadotAccount } from '../../wallet/polkadotAccount.ts'
import type { PolkadotAccount } from '../../wallet/polkadotAccount.ts'
import type { Wallet } from '../../wallet/Wallet.ts'

/**
 * Returns the account on a network of Polkadot.
 * @param claimed the account from the site's request: its address, with the prefix of any network
 * @throws Fault `switchChain` for a network of another namespace; 4100 for another account, or when
 *   the visitor has not logged in on the site
 */
export async function requirePolkadotAccount(
  wallet: Pick<Wallet, 'store' | 'site'>,
  network: Network,
  claimed: unknown,
): Promise<PolkadotAccount> {
  requireNamespace(network, 'polkadot')
  const connected = await readConnected(wallet)
  if (!connected) throw fault('unauthorized')
  const account = polkadotAccount(network, connected.addresses)
  if (!isAddressOf(account, claimed)) throw fault('unauthorized')
  return account
}

/** Whether a text is the account's address, with the prefix of any network. */
export function isAddressOf({ publicKey }: PolkadotAccount, text: unknown): boolean {
  const key = typeof text === 'string' ? readSs58(text)?.key : undefined
  return key !== undefined && key.every((byte, at) => byte === publicKey[at])
}
