/**
 * Characters that are not seen, or change the order of what is seen: controls, bidi marks,
 * zero-width, tags, unassigned, and two that are counted as signs and have no ink: the empty
 * pattern of Braille, and a note without a head.
 */
export const hidden = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}\p{DI}\u2800\u{1D159}]/gu

/** Characters that stand on, in or below the letter before. */
export const mark = /[\p{Mn}\p{Me}]/u
/**
 * Marks of one letter that are shown. Living languages need no more; many of them, piled up, lie
 * over the lines around, and what these say.
 */
export const maxMarks = 4
const excessMarks = new RegExp(`((?:${mark.source}){${maxMarks}})(?:${mark.source})+`, 'gu')

/**
 * A foreign name as one short line without hidden characters and piled marks; undefined when
 * nothing is left.
 */
export function cleanName(name: string, maxLength = 64): string | undefined {
  const clean = name.replace(hidden, '').replace(excessMarks, '$1').replace(/\s+/g, ' ').trim()
  const letters = [...clean]
  return letters.length === 0
    ? undefined
    : letters.length > maxLength
      ? `${letters.slice(0, maxLength - 1).join('')}…`
      : clean
}
