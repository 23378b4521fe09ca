import { latinDigits } from './digits.ts'

/**
 * The new content of a field for a one-time code after an edit: at most `length` digits.
 * - Digits typed into a complete code begin another code, wherever the cursor is. Otherwise a
 * refused code would be sent again with each digit, and each costs a try.
 * - In a pasted message, the code is the last run of `length` digits; without such a run the field
 * does not change.
 * @param before the content of the field before the edit
 */
export function writtenCode(text: string, before: string, length: number): string {
  const plain = latinDigits(text)
  const pasted = runIn(plain, length)
  if (pasted !== undefined) return pasted
  const digits = plain.replace(/\D/g, '')
  const added = digits.length - before.length
  // a message without a code; a code made of its numbers would cost a try
  if (/\p{L}/u.test(plain) && digits.length >= length) return before
  if (before.length < length || added <= 0) return digits.slice(0, length)
  let at = 0
  while (at < length && digits[at] === before[at]) at += 1
  return digits.slice(at, at + Math.min(added, length))
}

/** The characters between the groups of a code: spaces, dashes of every length, direction marks. */
const gap = '[\\s\\p{Pd}\\p{Cf}]'

/**
 * The last run of `length` digits in a text with other signs, else the last one in groups of equal
 * length, longer groups first. Undefined for a text without one, and for a number alone.
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
