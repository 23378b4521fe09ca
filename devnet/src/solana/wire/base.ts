import { fromBase58, toBase58 } from '@latchkey/protocol/base58'

/** Decodes a base58 text. Undefined if it is not base58, or has more bytes than `maxLength`. */
export function readBase58(text: string, maxLength: number): Uint8Array | undefined {
  // Checked first, because decoding takes quadratic time. A byte takes at most 1.37 characters.
  if (text.length > Math.ceil(maxLength * 1.38)) return undefined
  try {
    const bytes = fromBase58(text)
    return bytes.length <= maxLength ? bytes : undefined
  } catch {
    return undefined // the text has a character that base58 does not have
  }
}

/** Decodes a base64 text. Undefined if it is not base64. */
export function readBase64(text: string): Uint8Array | undefined {
  return /^[A-Za-z0-9+/]*={0,2}$/.test(text) && text.length % 4 === 0
    ? Buffer.from(text, 'base64')
    : undefined
}

/** Encodes bytes in base64. */
export function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
}

/** The address at `offset`: 32 bytes, written in base58. */
export const readAddress = (bytes: Uint8Array, offset = 0): string =>
  toBase58(bytes.subarray(offset, offset + 32))

/** Whether a text is an address: 32 bytes in base58. */
export function isAddress(text: string): boolean {
  return readBase58(text, 32)?.length === 32
}

/** The little-endian u64 at `offset`. */
export function readU64(bytes: Uint8Array, offset: number): bigint {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getBigUint64(offset, true)
}

/** The little-endian u32 at `offset`. */
export function readU32(bytes: Uint8Array, offset: number): number {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(offset, true)
}

/** The little-endian u16 at `offset`. */
export function readU16(bytes: Uint8Array, offset: number): number {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint16(offset, true)
}
