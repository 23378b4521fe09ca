import { defaultNamespace, isEmbeddedNamespace } from '@latchkey/protocol/namespace'
import { toHex } from '@latchkey/protocol/hex'
import type { Namespace } from '@latchkey/protocol/namespace'
import type { WalletAddresses } from '@latchkey/protocol/walletServer'
import { fault } from '../bridge/Fault.ts'
import type { AddressWithKey } from './bitcoinAccount.ts'
import type { Network } from './network.ts'

/**
 * The account on a network: its address, and where the addresses differ by network, all of them,
 * the first one first. On Bitcoin they have their public keys and purposes.
 */
export type AccountOn = {
  address: string
  accountAddresses?: (AddressWithKey | Pick<AddressWithKey, 'address' | 'publicKey'>)[]
}

/**
 * The account on a network. Its addresses on Bitcoin are computed from its public keys. Its address
 * on Polkadot is spelled for the network.
 * @throws Fault `networkNotFound` for an account that has no address there
 */
export async function accountOn(network: Network, addresses: WalletAddresses): Promise<AccountOn> {
  const { namespace } = network
  const read = byNetwork[namespace]
  if (read) return read(network, addresses)
  const address = addresses[isEmbeddedNamespace(namespace) ? namespace : defaultNamespace]
  if (address === undefined) throw fault('networkNotFound')
  return { address }
}

/**
 * Loads the code of a namespace that few sites use.
 * @throws Fault `unavailable` when it does not load
 */
const later = <code>(loading: Promise<code>): Promise<code> =>
  loading.catch((cause: unknown) => {
    throw fault('unavailable', { cause })
  })

/** The namespaces in which an account has other addresses on each network. */
const byNetwork: { readonly [namespace in Namespace]?: typeof accountOn } = {
  async bip122(network, addresses) {
    const { bitcoinAccount } = await later(import('./bitcoinAccount.ts'))
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
  async polkadot(network, addresses) {
    const { polkadotAccount } = await later(import('./polkadotAccount.ts'))
    const { address, publicKey } = polkadotAccount(network, addresses)
    return { address, accountAddresses: [{ address, publicKey: toHex(publicKey) }] }
  },
}
