/** The forms of Bitcoin's networks, namespace `bip122`. */
import { fromBase58 } from '../fromBase58.ts'
import type { OwnForms } from './ChainForms.ts'

/** An address in Bech32. Its letters are all lower case or all upper case (in QR codes). BIP-173 */
const bech32 = /^(?:(?:bc|tb|bcrt)1[02-9ac-hj-np-z]{8,87}|(?:BC|TB|BCRT)1[02-9AC-HJ-NP-Z]{8,87})$/

/**
 * Whether a value has the shape of a Bitcoin address, on any of its networks; its checksum is not
 * checked. An address in base58 has 25 bytes, so it is no address of Solana. BIP-13, BIP-173
 */
export function isBitcoinAddress(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    (bech32.test(value) ||
      (/^[123mn][1-9A-HJ-NP-Za-km-z]{25,34}$/.test(value) && fromBase58(value).length === 25))
  )
}

const hash = /^[0-9a-f]{64}$/i

/**
 * The forms of Bitcoin. A Bech32 address has two spellings: lower case and upper case. A
 * transaction's hash is its txid, in the order of bytes that people read.
 */
export const bitcoin = {
  name: 'Bitcoin',
  reference: /^[0-9a-f]{32}$/,
  mainNetwork: '000000000019d6689c085ae165831e93',
  drawing: 'BTC',
  isAddress: isBitcoinAddress,
  addressKey: (address) => (bech32.test(address) ? address.toLowerCase() : address),
  isTransactionHash: (value): value is string => typeof value === 'string' && hash.test(value),
  hasRestNodes: true,
  transactionKey: (text) => (hash.test(text) ? text.toLowerCase() : text),
  isServed: true,
  isEmbedded: true,
} as const satisfies OwnForms

/**
 * A partially signed transaction, for a Bitcoin wallet to sign. BIP-174
 * - `psbt`: the bytes of the PSBT
 * - `signInputs`: which address signs which input. Without it, the sender signs every input that its
 *   address owns
 */
export type BitcoinTransaction = {
  psbt: ArrayLike<number>
  signInputs?: readonly { index: number; address: string }[]
}
