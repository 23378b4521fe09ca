/**
 * The substitute for a missing picture: one or two letters of the name, in white on a colour that is
 * derived from the name. The service draws it as SVG, the kit as an element; both look the same.
 */
export type Monogram = { letters: string; color: string }

/**
 * The colours of monograms. White is readable on each (4.5 to 1, WCAG 2), and each stands out from
 * a white and from a nearly black page (3 to 1).
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
 * The monogram of a name: one letter of the first word and one of the last: `Trust Wallet` is TW,
 * `Devnet 2` is D2.
 */
export function monogramOf(name: string): Monogram {
  return {
    letters: lettersOf(name),
    color: `rgb(${monogramColors[hashOf(name) % monogramColors.length]})`,
  }
}

/** The letters and digits only, so that no character needs escaping. */
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
 * A number derived from a name in any case, evenly spread. FNV-1a,
 * http://www.isthe.com/chongo/tech/comp/fnv/
 */
function hashOf(name: string): number {
  const hash = [...name.toLowerCase()].reduce(
    (sum, letter) => Math.imul(sum ^ (letter.codePointAt(0) ?? 0), 0x01000193),
    0x811c9dc5,
  )
  return (hash ^ (hash >>> 15)) >>> 0
}
