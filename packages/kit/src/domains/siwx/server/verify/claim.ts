import { readBase64, toBase64 } from '@latchkey/protocol/base64'
import { fromHex } from '@latchkey/protocol/hex'

/** A signature to verify, with its text and its account. */
export type Claim = {
  /** CAIP-2. */
  chainId: string
  address: string
  /** The exact signed text. */
  message: string
  /**
   * In the encoding that the network's wallets use: hex on EIP-155 and Polkadot, base58 or base64
   * on Solana, base64 on Bitcoin.
   */
  signature: string
}

/** The UTF-8 bytes of a text. */
export const bytesOf = (message: string) => new TextEncoder().encode(message)

/** The bytes of a hex text with `0x`; undefined for any other text. */
export function bytesOfHex(text: string): Uint8Array | undefined {
  if (!/^0x(?:[\da-fA-F]{2})+$/.test(text)) return undefined
  return fromHex(text.slice(2))
}

/**
 * The bytes of a base64 text with padding. Undefined for any other text, also for a non-canonical
 * spelling of the same bytes. RFC 4648, 4
 */
export function bytesOfBase64(text: string): Uint8Array | undefined {
  const bytes = readBase64(text)
  return bytes && toBase64(bytes) === text ? bytes : undefined
}

/** Whether two byte arrays have the same content. */
export function isSameBytes(bytes: Uint8Array, otherBytes: Uint8Array): boolean {
  return (
    bytes.length === otherBytes.length && bytes.every((byte, index) => byte === otherBytes[index])
  )
}
