// Every page encodes hex, and few decode it: so encoding is a file of its own.
export { toHex } from './toHex.ts'

/**
 * Decodes hex, in upper or lower case.
 * @throws TypeError if it is not hex of whole bytes
 */
export function fromHex(hex: string): Uint8Array<ArrayBuffer> {
  if (hex.length % 2 !== 0 || /[^\da-f]/i.test(hex)) throw new TypeError('not hex')
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}
