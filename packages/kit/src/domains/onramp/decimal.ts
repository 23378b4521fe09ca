/** A decimal string such as `49.10`: whole units, without an exponent. */
const plain = /^(\d{1,36})(?:\.(\d{1,36}))?$/
/**
 * All decimal strings are scaled to this number of decimals, so that they can be compared as whole
 * numbers.
 */
const maxFraction = 36

/**
 * Converts a decimal string to a whole number: times 10 to the power of 36, without rounding.
 * Undefined for any other text.
 */
export function scaled(text: string): bigint | undefined {
  const [, whole, fraction = ''] = plain.exec(text) ?? []
  return whole === undefined ? undefined : BigInt(whole + fraction.padEnd(maxFraction, '0'))
}

/**
 * Whether one decimal string is less than another; false if one of them is not a decimal string.
 */
export function isLess(a: string, b: string): boolean {
  const [first, second] = [scaled(a), scaled(b)]
  return first !== undefined && second !== undefined && first < second
}

/** Whether two decimal strings are the same amount in different notations. */
export const isEqual = (a: string, b: string): boolean =>
  scaled(a) !== undefined && scaled(a) === scaled(b)

/**
 * Writes at most 12 decimals: in a binary floating-point number, further decimals are rounding
 * errors.
 */
const format = { useGrouping: false, maximumFractionDigits: 12 } as const
/** No provider can mean this amount or a larger one. */
const maxPlausible = 1e18

/**
 * Converts a service's number to a decimal string. Undefined if it is negative, or not below
 * `maxPlausible`.
 */
export function decimalOf(number: number | null | undefined): string | undefined {
  return typeof number === 'number' && number >= 0 && number < maxPlausible
    ? number.toLocaleString('en-US', format)
    : undefined
}
