/**
 * What replaces a missing picture: one or two letters of the name, white on a colour that is
 * derived from the name. The service draws it as SVG, the kit as an element; both look the same.
 */
export type Monogram = { letters: string; color: string }

/**
 * The colours of monograms. White text is readable on each (4.5 to 1, WCAG 2), and each stands out
 * from a white page and from an almost black one (3 to 1).
 */
export const monogramColors = [
  '59 98 217',
  '122 79 208',
  '176 58 154',
  '199 58 74',
  '180 84 26',
  '138 106 16',
  '44 125 70',
  '15 122 134',
] as const

/**
 * Returns the monogram of a name: the first letters or digits of its first and its last word, or
 * the first two of a single word. `Trust Wallet` gives TW, `Devnet 2` gives D2, `Rainbow` gives RA.
 */
export function monogramOf(name: string): Monogram {
  return {
    letters: lettersOf(name),
    color: `rgb(${monogramColors[hashOf(name) % monogramColors.length]})`,
  }
}

/** Uses only letters and digits, so that no character needs escaping. */
function lettersOf(name: string): string {
  const words = name.normalize('NFC').match(/[\p{L}\p{Nd}]+/gu) ?? ['?']
  const [first = '?'] = words
  const last = words.at(-1)
  const text = words.length > 1 && last ? firstOf(first, 1) + firstOf(last, 1) : firstOf(first, 2)
  return text.toUpperCase()
}

function firstOf(word: string, count: number): string {
  return [...word].slice(0, count).join('')
}

/**
 * Returns a number derived from a name in any case. The numbers are evenly spread. FNV-1a,
 * http://www.isthe.com/chongo/tech/comp/fnv/
 */
function hashOf(name: string): number {
  const hash = [...name.toLowerCase()].reduce(
    (sum, letter) => Math.imul(sum ^ (letter.codePointAt(0) ?? 0), 0x01000193),
    0x811c9dc5,
  )
  return (hash ^ (hash >>> 15)) >>> 0
}
