import { latinDigits } from './digits.ts'

/**
 * What a field for a one-time code holds after somebody has written: digits alone, `length` at the most. What is written into a whole code begins another one,
 * wherever the cursor is: a code that was refused would be asked again with each digit, and each spends a try. Of a whole message that was pasted, the code is the last run of so many digits.
 * @param before what the field held
 */
export function writtenCode(text: string, before: string, length: number): string {
  const plain = latinDigits(text)
  const pasted = runIn(plain, length)
  if (pasted !== undefined) return pasted
  const digits = plain.replace(/\D/g, '')
  const added = digits.length - before.length
  if (before.length < length || added <= 0) return digits.slice(0, length)
  let at = 0
  while (at < length && digits[at] === before[at]) at += 1
  return digits.slice(at, at + Math.min(added, length))
}

/** The last run of `length` digits in a text of other signs, also in two halves; undefined where it has none, and where it is a number alone. */
function runIn(text: string, length: number): string | undefined {
  if (!/[^\d\s-]/.test(text)) return undefined
  const half = `\\d{${length / 2}}`
  for (const run of [`\\d{${length}}`, `${half}[\\s-]${half}`]) {
    const found = Array.from(text.matchAll(new RegExp(`(?<!\\d)${run}(?!\\d)`, 'g'))).at(-1)
    if (found) return found[0].replace(/\D/g, '')
  }
  return undefined
}
