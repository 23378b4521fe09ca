const isDigit = (code: number) => /^\p{Nd}$/u.test(String.fromCodePoint(code))

/**
 * Replaces the decimal digits of every script with Latin digits. In Unicode, the ten digits of a
 * script follow one another, from zero to nine. Source: Unicode, general category Nd
 */
export function latinDigits(text: string): string {
  return text.replace(/(?![0-9])\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0
    let zero = code
    while (isDigit(zero - 1)) zero -= 1
    return String((code - zero) % 10)
  })
}
