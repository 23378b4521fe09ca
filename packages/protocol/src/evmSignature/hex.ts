/** Bytes in hex with `0x`. */
export type Hex = `0x${string}`

/** Whether a value is bytes in hex with `0x`; there may be no bytes. */
export const isHex = (text: unknown): text is Hex =>
  typeof text === 'string' && /^0x(?:[\da-fA-F]{2})*$/.test(text)

/** Writes a number as hex digits, padded to a number of bytes. */
export const digitsOf = (value: number | bigint, bytes: number) =>
  value.toString(16).padStart(2 * bytes, '0')
