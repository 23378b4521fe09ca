// Our own implementation. For 10 kB it takes a tenth of the time of `@scure/base`, which computes
// with numbers instead of bigints. Speed matters: the API decodes every instruction of a block, and
// strangers choose their length.

/** The digits of base58, by their value. */
export const base58Digits = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Decodes a base58 text. @throws RangeError if the text is not base58 */
export function fromBase58(text: string): Uint8Array<ArrayBuffer> {
  let value = 0n
  for (const letter of text) {
    const digit = base58Digits.indexOf(letter)
    if (digit === -1) throw new RangeError('Not base58')
    value = value * 58n + BigInt(digit)
  }
  const bytes: number[] = []
  for (; value > 0n; value >>= 8n) bytes.unshift(Number(value & 255n))
  const zeros = [...text].findIndex((letter) => letter !== '1')
  return Uint8Array.from([
    ...Array.from({ length: zeros === -1 ? text.length : zeros }, () => 0),
    ...bytes,
  ])
}
