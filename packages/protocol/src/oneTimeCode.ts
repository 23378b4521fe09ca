import { latinDigits } from './digits.ts'

/**
 * Returns the new content of a field for a one-time code after an edit: at most `length` digits.
 * - Digits that are typed into a complete code begin a new code, wherever the cursor is. Otherwise
 *   each typed digit would send a refused code again, and each costs a try.
 * - In a pasted message, the code is the last run of `length` digits. Without such a run the field
 *   does not change.
 *
 * @param before the content of the field before the edit
 */
export function writtenCode(text: string, before: string, length: number): string {
  const plain = latinDigits(text)
  const pasted = runIn(plain, length)
  if (pasted !== undefined) return pasted
  const digits = plain.replace(/\D/g, '')
  const added = digits.length - before.length
  // the pasted message has no code; a code made of its other digits would cost a try
  if (/\p{L}/u.test(plain) && digits.length >= length) return before
  if (before.length < length || added <= 0) return digits.slice(0, length)
  let at = 0
  while (at < length && digits[at] === before[at]) at += 1
  return digits.slice(at, at + Math.min(added, length))
}

/** Matches what separates the groups of a code: spaces, dashes, direction marks. */
const gap = '[\\s\\p{Pd}\\p{Cf}]'

/**
 * Returns the last run of `length` digits in a text that also has other characters. If there is
 * none, it returns the last run in groups of equal length; longer groups are preferred. It is
 * undefined if there is neither, or if the text is only a number.
 */
function runIn(text: string, length: number): string | undefined {
  if (!new RegExp(`(?!${gap})\\D`, 'u').test(text)) return undefined
  for (let size = length; size > 0; size -= 1) {
    if (length % size > 0) continue
    const found = Array.from(
      text.matchAll(
        new RegExp(
          `(?<!\\d)\\d{${size}}(?:${gap}{1,3}\\d{${size}}){${length / size - 1}}(?!\\d)`,
          'gu',
        ),
      ),
    ).at(-1)
    if (found) return found[0].replace(/\D/g, '')
  }
  return undefined
}
