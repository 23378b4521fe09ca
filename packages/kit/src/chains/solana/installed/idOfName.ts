/**
 * The connector id of a wallet that has nothing but a name. It is the same on every visit, and
 * names that differ have ids that differ: one that can not be written in an id gets a number made
 * from all its letters.
 * @example idOfName('Magic Eden') // solana.magic-eden
 */
export function idOfName(name: string): string {
  const lowerCase = name.trim().toLowerCase()
  const plain = lowerCase.replace(/[^a-z\d.]+/g, '-').slice(0, 40)
  return plain.replaceAll('-', ' ') === lowerCase
    ? `solana.${plain}`
    : `solana.${plain}.${numberOf(lowerCase)}`
}

/** Eight digits from all letters of a text. FNV-1a */
function numberOf(text: string): string {
  const hash = [...new TextEncoder().encode(text)].reduce(
    (sum, byte) => Math.imul(sum ^ byte, 0x0100_0193) >>> 0,
    0x811c_9dc5,
  )
  return hash.toString(16).padStart(8, '0')
}
