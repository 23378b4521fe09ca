import { cleanLine } from '@latchkey/protocol/cleanLine'

/**
 * Characters that are invisible or change the visible order: controls, bidi marks, zero-width,
 * tags, unassigned. Two more count as symbols but have no ink: the empty Braille pattern, and
 * the musical note without a head.
 */
export const hidden = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}\p{DI}\u2800\u{1D159}]/gu

/** Combining marks: they stand on, in or below the letter before them. */
export const mark = /[\p{Mn}\p{Me}]/u
/**
 * The maximum number of marks on one letter that are shown. Living languages need no more. Many
 * marks on one letter would cover the lines around it.
 */
export const maxMarks = 4
const excessMarks = new RegExp(`((?:${mark.source}){${maxMarks}})(?:${mark.source})+`, 'gu')

/**
 * A foreign name as one short line without hidden characters and excess marks; undefined when
 * nothing remains.
 */
export const cleanName = (name: string, maxLength = 64): string | undefined =>
  // Joiners inside emoji are removed, too: in an approval, no two different names may look alike.
  cleanLine(name, { remove: withoutHidden, maxLength, hasEllipsis: true }) || undefined

const withoutHidden = (text: string) => text.replace(hidden, '').replace(excessMarks, '$1')
