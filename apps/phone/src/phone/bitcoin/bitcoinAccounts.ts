import { bitcoinAccounts as derive } from 'latchkey/testing/bitcoin'
import type { BitcoinAccount } from 'latchkey/testing/bitcoin'
import type { Devnet } from '../../readDevnet.ts'
import type { Account } from '../phoneState.ts'

/** A Bitcoin chain that the phone has accounts on. `networkId` is a CAIP-2 id. */
export type BitcoinChain = { networkId: string; name: string }

const labels = ['Everyday on Bitcoin', 'Savings on Bitcoin']

/**
 * The phone's keys on Bitcoin's local test network, of the development mnemonic. They are public,
 * so they never hold anything of value.
 */
export const bitcoinKeys: readonly BitcoinAccount[] = derive(labels.length)

/** The phone's Bitcoin accounts, by their addresses for payments. */
export const bitcoinAccounts: readonly Account[] = bitcoinKeys.map(({ payment }, index) => ({
  address: payment.address,
  label: labels[index] ?? 'Bitcoin',
  namespace: 'bip122',
}))

/** The account in use until the person chooses another. */
export const firstBitcoin: string = bitcoinAccounts[0]?.address ?? ''

/** The network of the phone's keys: bitcoind's regtest, which the devnet runs. CAIP-2 */
export const ownBitcoin = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'

/** Whether a network is a Bitcoin network. */
export const isOfBitcoin = (networkId: string): boolean => networkId.startsWith('bip122:')

/** The running Bitcoin chains; the devnet has one, or none. */
export function bitcoinChainsOf({ networks }: Pick<Devnet, 'networks'>): readonly BitcoinChain[] {
  return networks.filter(({ networkId }) => isOfBitcoin(networkId))
}

/**
 * All addresses of the account with this address for payments, in the form of WalletConnect's
 * bip122. Empty for an unknown account.
 */
export function addressesOf(address: string) {
  const found = bitcoinKeys.find(({ payment }) => payment.address === address)
  return (found ? [found.payment, found.ordinals] : []).map((key) => ({
    address: key.address,
    publicKey: toHex(key.publicKey),
    path: key.path,
    intention: key.purpose === 'ordinals' ? 'ordinal' : 'payment',
  }))
}

const toHex = (bytes: Uint8Array) =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
