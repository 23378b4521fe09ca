/** The number of decimals of the payment currencies. */
const digits = 2
/** The largest payment with which the program calculates, in cents. */
const max = 10n ** 14n

/**
 * Returns an amount in hundredths of the currency's unit. It is undefined if the number has more
 * than two decimals, or cannot be a payment.
 */
export function centsOf(amount: number | string): bigint | undefined {
  const text = typeof amount === 'number' ? plainOf(amount) : amount
  const [, whole, part = ''] = /^(\d{1,18})(?:\.(\d{1,36}))?$/.exec(text) ?? []
  if (whole === undefined || /[^0]/.test(part.slice(digits))) return undefined
  const cents = BigInt(whole + part.slice(0, digits).padEnd(digits, '0'))
  return cents > 0n && cents <= max ? cents : undefined
}

/**
 * Returns the shortest decimal text of a number. JavaScript writes very large and very small
 * numbers with an exponent; `centsOf` refuses these.
 */
const plainOf = (amount: number) => (Number.isFinite(amount) ? String(amount) : '')

/** Formats cents as an amount in whole units, always with two decimals: `49.10`. */
export function textOfCents(cents: bigint): string {
  const text = String(cents).padStart(digits + 1, '0')
  return `${text.slice(0, -digits)}.${text.slice(-digits)}`
}

/**
 * Returns a share of an amount, rounded up to a whole cent. `basisPoints` is the share, in
 * hundredths of a percent.
 */
export const partOf = (cents: bigint, basisPoints: bigint): bigint =>
  (cents * basisPoints + 9_999n) / 10_000n
