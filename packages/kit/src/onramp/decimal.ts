/** A plain decimal number of whole units, such as `49.10`. */
const plain = /^(\d{1,36})(?:\.(\d{1,36}))?$/
/** Places by which decimals are scaled to be compared as whole numbers. */
const maxFraction = 36

/**
 * A decimal string as a whole number of its 36th place; undefined for any other text. Exact,
 * whatever its length.
 */
export function scaled(text: string): bigint | undefined {
  const [, whole, fraction = ''] = plain.exec(text) ?? []
  return whole === undefined ? undefined : BigInt(whole + fraction.padEnd(maxFraction, '0'))
}

/** Whether one decimal string is less than another; false where one of them is none. */
export function isLess(a: string, b: string): boolean {
  const [first, second] = [scaled(a), scaled(b)]
  return first !== undefined && second !== undefined && first < second
}

/** Whether two decimal strings are the same amount, however they are written. */
export const isEqual = (a: string, b: string): boolean =>
  scaled(a) !== undefined && scaled(a) === scaled(b)

/** The most digits after the point of a number: more are noise of its binary form. */
const format = { useGrouping: false, maximumFractionDigits: 12 } as const
/** More than any amount that a provider can mean. */
const maxPlausible = 1e18

/**
 * A service's number as a decimal string; undefined for one that is negative, not finite, or
 * absurdly large.
 */
export function decimalOf(number: number | null | undefined): string | undefined {
  return typeof number === 'number' && number >= 0 && number < maxPlausible
    ? number.toLocaleString('en-US', format)
    : undefined
}
