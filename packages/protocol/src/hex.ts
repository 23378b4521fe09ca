/** Encodes bytes as lower-case hex, without a prefix. */
export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/**
 * Decodes hex, in upper or lower case.
 * @throws TypeError if it is not hex of whole bytes
 */
export function fromHex(hex: string): Uint8Array<ArrayBuffer> {
  if (hex.length % 2 !== 0 || /[^\da-f]/i.test(hex)) throw new TypeError('not hex')
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}
