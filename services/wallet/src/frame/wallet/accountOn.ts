import { defaultNamespace, isEmbeddedNamespace } from '@latchkey/protocol/namespace'
import type { Namespace } from '@latchkey/protocol/namespace'
import type { WalletAddresses } from '@latchkey/protocol/walletServer'
import { fault } from '../bridge/Fault.ts'
import type { AddressWithKey } from './bitcoinAccount.ts'
import type { Network } from './network.ts'

/**
 * The account on a network: its address, and where it has several, all of them with their public
 * keys and purposes, the first one first.
 */
export type AccountOn = { address: string; accountAddresses?: AddressWithKey[] }

/**
 * The account on a network. Its addresses on Bitcoin are computed from its public keys.
 * @throws Fault `networkNotFound` for an account that has no address there
 */
export async function accountOn(network: Network, addresses: WalletAddresses): Promise<AccountOn> {
  const { namespace } = network
  const readKeys = keyed[namespace]
  if (readKeys) return readKeys(network, addresses)
  const address = addresses[isEmbeddedNamespace(namespace) ? namespace : defaultNamespace]
  if (address === undefined) throw fault('networkNotFound')
  return { address }
}

/** The namespaces in which the record of an account has public keys in place of an address. */
const keyed: { readonly [namespace in Namespace]?: typeof accountOn } = {
  async bip122(network, addresses) {
    const { bitcoinAccount } = await import('./bitcoinAccount.ts').catch((cause: unknown) => {
      throw fault('unavailable', { cause })
    })
    const { payment, ordinals } = bitcoinAccount(network, addresses)
    return {
      address: payment.address,
      accountAddresses: [payment, ordinals].map(({ address, publicKey, purpose }) => ({
        address,
        publicKey,
        purpose,
      })),
    }
  },
}
