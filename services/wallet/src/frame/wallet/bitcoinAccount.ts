import { p2tr, p2wpkh } from '@scure/btc-signer/payment.js'
import { readBitcoinKeys } from '@latchkey/protocol/chains/bitcoinKeys'
import { bitcoinNetworkOf } from '@latchkey/protocol/chains/bitcoinNetworks'
import type { BitcoinNetwork } from '@latchkey/protocol/chains/bitcoinNetworks'
import { toHex } from '@latchkey/protocol/hex'
import type { WalletAddresses } from '@latchkey/protocol/walletServer'
import { fault } from '../bridge/Fault.ts'
import type { BitcoinPurpose } from '../vault/deriveKeys.ts'
import type { Network } from './network.ts'

/**
 * An address that the site learns, with its public key in hexadecimal: 33 bytes for payments, 32
 * bytes for numbered coins.
 */
export type AddressWithKey = { address: string; publicKey: string; purpose: BitcoinPurpose }

/** One of the two addresses of an account, with its script and public key. */
export type OwnAddress = AddressWithKey & {
  script: Uint8Array
  key: Uint8Array
  /** The derivation path. BIP-84, BIP-86 */
  path: string
}

/** An account on a network of Bitcoin. */
export type BitcoinAccount = {
  payment: OwnAddress
  ordinals: OwnAddress
  parameters: BitcoinNetwork
  /** The entry of the account's record from which the addresses were computed. */
  record: string
}

/**
 * The account on a network of Bitcoin: the addresses of its public keys.
 * @throws Fault `networkNotFound` for another network, and for an account without public keys
 */
export function bitcoinAccount(
  { networkId }: Pick<Network, 'networkId'>,
  addresses: WalletAddresses,
): BitcoinAccount {
  const parameters = bitcoinNetworkOf(networkId)
  const record = parameters?.coinType === 0 ? addresses.bip122 : addresses.bip122Test
  const keys = record === undefined ? undefined : readBitcoinKeys(record)
  if (!parameters || !keys || record === undefined) throw fault('networkNotFound')
  try {
    return {
      payment: ownAddress('payment', keys.payment, parameters),
      ordinals: ownAddress('ordinals', keys.ordinals, parameters),
      parameters,
      record,
    }
  } catch (cause) {
    // a record that the site has named may have any bytes
    throw fault('networkNotFound', { cause })
  }
}

function ownAddress(
  purpose: BitcoinPurpose,
  key: Uint8Array,
  parameters: BitcoinNetwork,
): OwnAddress {
  const isPayment = purpose === 'payment'
  const { address, script } = isPayment ? p2wpkh(key, parameters) : p2tr(key, undefined, parameters)
  if (address === undefined) throw new Error('A key has an address')
  const path = `m/${isPayment ? 84 : 86}'/${parameters.coinType}'/0'/0/0`
  return { address, publicKey: toHex(key), purpose, script, key, path }
}
