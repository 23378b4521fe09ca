const isDigit = (code: number) => /^\p{Nd}$/u.test(String.fromCodePoint(code))

/**
 * Replaces the decimal digits of every script in a text with Latin ones. In Unicode they come in
 * runs of ten, from zero to nine. Source: Unicode, general category Nd
 */
export function latinDigits(text: string): string {
  return text.replace(/(?![0-9])\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0
    let zero = code
    while (isDigit(zero - 1)) zero -= 1
    return String((code - zero) % 10)
  })
}
