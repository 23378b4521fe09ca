/** Bytes in hex with `0x`. */
export type Hex = `0x${string}`

/** Whether a text is bytes in hex with `0x`, perhaps none. */
export const isHex = (text: unknown): text is Hex =>
  typeof text === 'string' && /^0x(?:[\da-fA-F]{2})*$/.test(text)

/** The digits of a number in so many bytes. */
export const digitsOf = (value: number | bigint, bytes: number) =>
  value.toString(16).padStart(2 * bytes, '0')
