/** Decimal digits of the payment currencies. */
const digits = 2
/** The largest payment that calculations accept, in cents. */
const max = 10n ** 14n

/**
 * Hundredths of a currency's unit. Undefined for a number with more than two decimals, or one that
 * is no payment.
 */
export function centsOf(amount: number | string): bigint | undefined {
  const text = typeof amount === 'number' ? plainOf(amount) : amount
  const [, whole, part = ''] = /^(\d{1,18})(?:\.(\d{1,36}))?$/.exec(text) ?? []
  if (whole === undefined || /[^0]/.test(part.slice(digits))) return undefined
  const cents = BigInt(whole + part.slice(0, digits).padEnd(digits, '0'))
  return cents > 0n && cents <= max ? cents : undefined
}

/**
 * The shortest decimal that is this number. Numbers that JavaScript writes with an exponent have
 * none.
 */
const plainOf = (amount: number) => (Number.isFinite(amount) ? String(amount) : '')

/** Cents as text in whole units, always with two digits: `49.10`. */
export function textOfCents(cents: bigint): string {
  const text = String(cents).padStart(digits + 1, '0')
  return `${text.slice(0, -digits)}.${text.slice(-digits)}`
}

/** A part of an amount in hundredths of a percent, rounded up to a cent. */
export const partOf = (cents: bigint, basisPoints: bigint): bigint =>
  (cents * basisPoints + 9_999n) / 10_000n
