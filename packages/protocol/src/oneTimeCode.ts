/** The zeros of the scripts whose digits keyboards write: Latin, Arabic, Persian. */
const zeros = ['0', '٠', '۰'].map((zero) => zero.charCodeAt(0))

/** The digits of a text, in Latin letters. */
const digitsOf = (text: string) => [...text.normalize('NFKC')].map((one) => zeros.map((zero) => one.charCodeAt(0) - zero).find((digit) => digit >= 0 && digit <= 9) ?? '').join('')

/**
 * What a field for a one-time code holds after somebody has written: digits alone, `length` at the most. What is written into a whole code begins another one,
 * wherever the cursor is: a code that was refused would be asked again with each digit, and each spends a try.
 * @param before what the field held
 */
export function writtenCode(text: string, before: string, length: number): string {
  const digits = digitsOf(text)
  const added = digits.length - before.length
  if (before.length < length || added <= 0) return digits.slice(0, length)
  let at = 0
  while (at < length && digits[at] === before[at]) at += 1
  return digits.slice(at, at + Math.min(added, length))
}
