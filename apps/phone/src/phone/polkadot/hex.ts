/** The bytes of a text in hex with `0x`. Undefined for anything else. */
export function fromHex(value: unknown): Uint8Array | undefined {
  if (typeof value !== 'string' || !/^0x(?:[\da-f]{2})*$/i.test(value)) return undefined
  return Uint8Array.from(value.slice(2).match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

/** Bytes in hex, with `0x`. */
export const toHex = (bytes: Uint8Array): `0x${string}` =>
  `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`

/** A number in hex, as payloads have it: big-endian. Undefined for anything else. */
export const numberOf = (value: unknown): bigint | undefined =>
  typeof value === 'string' && /^0x[\da-f]{1,32}$/i.test(value) ? BigInt(value) : undefined
