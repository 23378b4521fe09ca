/**
 * The connector id of a wallet that has only a name: a prefix for its chain, and the name. It is
 * the same on every visit. If a name has other characters than letters, digits, dots and single
 * spaces, or more than 40 characters, its id also has a hash of the name, so that different names
 * have different ids.
 * @example idOfName('sol', 'Magic Eden') // sol.magic-eden
 */
export function idOfName(prefix: string, name: string): string {
  const lowerCase = name.trim().toLowerCase()
  const plain = lowerCase.replace(/[^a-z\d.]+/g, '-').slice(0, 40)
  return plain.replaceAll('-', ' ') === lowerCase
    ? `${prefix}.${plain}`
    : `${prefix}.${plain}.${numberOf(lowerCase)}`
}

/** A hash of a text, eight digits. FNV-1a */
function numberOf(text: string): string {
  const hash = [...new TextEncoder().encode(text)].reduce(
    (sum, byte) => Math.imul(sum ^ byte, 16_777_619) >>> 0,
    2_166_136_261,
  )
  return hash.toString(16).padStart(8, '0')
}
