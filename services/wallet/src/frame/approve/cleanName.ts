/** Characters that are not seen, or change the order of what is seen: controls, bidi marks, zero-width, tags, unassigned, and two that are counted as signs and have no ink: the empty pattern of Braille, and a note without a head. */
export const hidden = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}\p{DI}\u2800\u{1D159}]/gu

/** A foreign name as one short line without hidden characters; undefined when nothing is left. */
export function cleanName(name: string, most = 64): string | undefined {
  const clean = name.replace(hidden, '').replace(/\s+/g, ' ').trim()
  const letters = [...clean]
  return letters.length === 0 ? undefined : letters.length > most ? `${letters.slice(0, most - 1).join('')}…` : clean
}
