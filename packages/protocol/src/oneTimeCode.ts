import { latinDigits } from './digits.ts'

/**
 * What a field for a one-time code holds after somebody has written: digits alone, `length` at the
 * most. What is written into a whole code begins another one, wherever the cursor is: a code that
 * was refused would be asked again with each digit, and each spends a try. Of a whole message that
 * was pasted, the code is the last run of so many digits; without one the field stays as it is.
 * @param before what the field held
 */
export function writtenCode(text: string, before: string, length: number): string {
  const plain = latinDigits(text)
  const pasted = runIn(plain, length)
  if (pasted !== undefined) return pasted
  const digits = plain.replace(/\D/g, '')
  const added = digits.length - before.length
  // a message without a code: one put together of its numbers would spend a try
  if (/\p{L}/u.test(plain) && digits.length >= length) return before
  if (before.length < length || added <= 0) return digits.slice(0, length)
  let at = 0
  while (at < length && digits[at] === before[at]) at += 1
  return digits.slice(at, at + Math.min(added, length))
}

/** Between the groups of a code: spaces, dashes of every length, marks of direction. */
const gap = '[\\s\\p{Pd}\\p{Cf}]'

/**
 * The last run of `length` digits in a text of other signs, else the last one in groups of one
 * length, the longest first; undefined where it has none, and where it is a number alone.
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
