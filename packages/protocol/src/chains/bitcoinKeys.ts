/**
 * The public keys of an account of the e-mail wallet on Bitcoin. They are in the record of its
 * addresses, because an address has another form on each network, and spending from an address
 * needs its key. docs/contracts/wallet-server.md#addresses
 */
import { fromBase64url, toBase64url } from '../base64.ts'

/**
 * The public keys of the two addresses.
 * - `payment`: 33 bytes, of the address for payments (P2WPKH, BIP-84)
 * - `ordinals`: 32 bytes, the internal key of the address for numbered coins (P2TR, BIP-86)
 */
export type BitcoinKeys = { payment: Uint8Array; ordinals: Uint8Array }

const paymentLength = 33

/**
 * The form of the text of `writeBitcoinKeys`. The payment key begins with the byte 2 or 3, and the
 * bits of the last character that encode nothing are 0.
 */
export const bitcoinKeysForm = /^A[g-z0-9_-][\w-]{84}[AEIMQUYcgkosw048]$/

/** Writes both keys as one text: base64url without padding. */
export const writeBitcoinKeys = ({ payment, ordinals }: BitcoinKeys): string =>
  toBase64url(Uint8Array.from([...payment, ...ordinals]))

/** Reads the text of `writeBitcoinKeys`. Undefined for a text of another form. */
export function readBitcoinKeys(text: string): BitcoinKeys | undefined {
  if (!bitcoinKeysForm.test(text)) return undefined
  const bytes = fromBase64url(text)
  return { payment: bytes.slice(0, paymentLength), ordinals: bytes.slice(paymentLength) }
}
