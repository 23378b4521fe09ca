/** Reads the outer form of a transaction: its signatures, and the signed message. */
import { toBase58 } from '@latchkey/protocol/base58'
import { kitError } from '../../../core/errors/errors.ts'

/** The maximum number of bytes of a transaction: one packet of the network. */
export const maxTransactionBytes = 1_232
export const signatureBytes = 64
const keyBytes = 32

/** The parts of a transaction that signing needs. */
export type Wire = {
  bytes: Uint8Array<ArrayBuffer>
  /** The signatures in the order of the signers. A missing signature is all zeros. */
  signatures: readonly Uint8Array<ArrayBuffer>[]
  message: Uint8Array<ArrayBuffer>
  /** Addresses of the required signers. The first pays the fee. */
  signers: readonly string[]
}

/**
 * Reads the bytes of a transaction, legacy or version 0.
 * @throws KitError invalidParams for invalid bytes, and for too many
 */
export function readWire(given: ArrayLike<number>): Wire {
  const bytes = bytesOf(given)
  const count = bytes[0] ?? 0
  const messageStart = 1 + count * signatureBytes
  // 127, because a larger count takes two bytes; that many signatures do not fit into a packet
  if (count === 0 || count > 127 || messageStart >= bytes.length) throw refused()
  const message = bytes.slice(messageStart)
  const header = (message[0] ?? 0) & 0x80 ? 1 : 0
  if (header === 1 && message[0] !== 0x80) throw refused()
  const [required = 0, , , accounts = 0] = message.slice(header)
  const keys = header + 4
  if (
    required !== count ||
    accounts > 127 ||
    accounts < required ||
    message.length < keys + accounts * keyBytes + keyBytes
  )
    throw refused()
  const at = (index: number) =>
    message.slice(keys + index * keyBytes, keys + (index + 1) * keyBytes)
  return {
    bytes,
    message,
    signatures: Array.from({ length: count }, (_, index) =>
      bytes.slice(1 + index * signatureBytes, 1 + (index + 1) * signatureBytes),
    ),
    signers: Array.from({ length: count }, (_, index) => toBase58(at(index))),
  }
}

/**
 * Replaces the signature of a signer.
 * @throws KitError unauthorized for an address that is no signer
 */
export function withSignature(
  { bytes, signers }: Wire,
  signer: string,
  signature: Uint8Array,
): Uint8Array<ArrayBuffer> {
  const index = signers.indexOf(signer)
  if (index === -1) throw kitError('unauthorized')
  const signed = bytes.slice()
  signed.set(signature, 1 + index * signatureBytes)
  return signed
}

/** The version of a transaction. A message without a version byte is `legacy`. */
export const versionOf = ({ message }: Wire): 'legacy' | 0 =>
  (message[0] ?? 0) & 0x80 ? 0 : 'legacy'

/** The hash of a transaction: its first signature, base58. Undefined while it is not signed. */
export function nameOf({ signatures: [first] }: Wire): string | undefined {
  return first?.some((byte) => byte !== 0) ? toBase58(first) : undefined
}

function bytesOf(given: ArrayLike<number>): Uint8Array<ArrayBuffer> {
  const isList =
    typeof given === 'object' &&
    given !== null &&
    Number.isSafeInteger(given.length) &&
    given.length > 0 &&
    given.length <= maxTransactionBytes
  if (!isList) throw refused()
  const numbers = Array.from({ length: given.length }, (_, index) => given[index] ?? -1)
  if (!numbers.every((byte) => Number.isInteger(byte) && byte >= 0 && byte <= 255)) throw refused()
  return Uint8Array.from(numbers)
}

const refused = () =>
  kitError('invalidParams', { details: 'The bytes are no transaction of Solana.' })
