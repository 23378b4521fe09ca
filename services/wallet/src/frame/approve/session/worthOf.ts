/** What an amount is worth in money, for the screen that grants a session. */
import { fill } from '../../ui/fill.ts'
import type { DescribeSession } from './describeSession.ts'

/** An amount of money. `isLess`: it is less than one cent, and not nothing. */
type Worth = { cents: bigint; isLess: boolean }

/**
 * Max cents that are shown. More is no price of real tokens, and has more digits than a number
 * keeps.
 */
const maxCents = BigInt(Number.MAX_SAFE_INTEGER)
/** The digits after the first one that count in a price. A number keeps no more reliably. */
const digits = 14

/**
 * The worth of an amount in the smallest unit, rounded up to cents; undefined if it is nothing, or
 * beyond any real amount.
 * @param price of one whole token: finite, above 0
 */
export function worthOf(amount: bigint, decimals: number, price: number): Worth | undefined {
  const [mantissa = '', exponent] = price.toExponential(digits).split('e')
  // the price is the number `mantissa` without its point, times a power of ten
  const power = Number(exponent) - digits - decimals + 2
  const product = amount * BigInt(mantissa.replace('.', ''))
  const unit = power < 0 ? 10n ** BigInt(-power) : 1n
  const total = power < 0 ? product : product * 10n ** BigInt(power)
  const cents = (total + unit - 1n) / unit
  if (cents < 1n || cents > maxCents) return undefined
  return { cents, isLess: total < unit }
}

/** A worth in words: `about $150`. */
export function worthText(
  { cents, isLess }: Worth,
  { words, locale }: Pick<DescribeSession, 'words' | 'locale'>,
): string {
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: 'USD',
    ...(cents % 100n === 0n && { minimumFractionDigits: 0 }),
  })
  const amount = format.format(Number(cents) / 100)
  return fill(isLess ? words.worthLess : words.worth, { amount })
}
