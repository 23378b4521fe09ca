/** A plain decimal number of whole units, such as `49.10`. */
const plain = /^(\d{1,36})(?:\.(\d{1,36}))?$/
/** Places by which decimals are scaled to be compared as whole numbers. */
const places = 36

/**
 * A decimal string as a whole number of its 36th place; undefined for any other text. Exact,
 * whatever its length.
 */
export function scaled(text: string): bigint | undefined {
  const [, whole, fraction = ''] = plain.exec(text) ?? []
  return whole === undefined ? undefined : BigInt(whole + fraction.padEnd(places, '0'))
}

/** Whether one decimal string is less than another; false where one of them is none. */
export function isLess(one: string, other: string): boolean {
  const [first, second] = [scaled(one), scaled(other)]
  return first !== undefined && second !== undefined && first < second
}

/** Whether two decimal strings are the same amount, however they are written. */
export const isEqual = (one: string, other: string): boolean =>
  scaled(one) !== undefined && scaled(one) === scaled(other)

/** The most digits after the point of a number: more are noise of its binary form. */
const format = { useGrouping: false, maximumFractionDigits: 12 } as const
/** More than any amount that a provider can mean. */
const absurd = 1e18

/**
 * A service's number as a decimal string; undefined for one that is negative, not finite, or
 * absurdly large.
 */
export function decimalOf(number: number | null | undefined): string | undefined {
  return typeof number === 'number' && number >= 0 && number < absurd
    ? number.toLocaleString('en-US', format)
    : undefined
}
