// Our own implementation. For 10 kB it takes a tenth of the time of `@scure/base`, which computes
// with numbers instead of bigints. Speed matters: the API decodes every instruction of a block, and
// strangers choose their length.
const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Encodes bytes in base58, as Solana and `did:key` do. */
export function toBase58(bytes: Uint8Array): string {
  const leading = bytes.findIndex((byte) => byte !== 0)
  let value = bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n)
  let text = ''
  for (; value > 0n; value /= 58n) text = alphabet[Number(value % 58n)] + text
  return '1'.repeat(leading === -1 ? bytes.length : leading) + text
}

/** Decodes a base58 text. @throws RangeError if the text is not base58 */
export function fromBase58(text: string): Uint8Array<ArrayBuffer> {
  let value = 0n
  for (const letter of text) {
    const digit = alphabet.indexOf(letter)
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
