import { partOf } from '@latchkey/server/cents'
import type { Method } from './methods.ts'

/** The factor with which prices are calculated as whole numbers. */
export const scale = 10n ** 18n

/** A price as a scaled whole number, also from a number with an exponent. */
export function scaled(value: number): bigint {
  const [whole = '0', part = ''] = value.toFixed(18).split('.')
  return BigInt(whole) * scale + BigInt(part.padEnd(18, '0').slice(0, 18))
}

/** The price of one token and the cost of its payout: scaled, and in cents. */
export type Price = { unit: bigint; networkFee: bigint }

/** What is bought, and the fee of the payment method, in cents. */
export type Bought = { transactionFee: bigint; amount: bigint }

/**
 * The amount of a token with these decimals that a payment buys; undefined if the fees use up the
 * payment.
 */
export function priceOffer(
  decimals: number,
  { fee }: Method,
  cents: bigint,
  { unit, networkFee }: Price,
): Bought | undefined {
  const transactionFee = partOf(cents, fee)
  const remaining = cents - transactionFee - networkFee
  if (remaining <= 0n || unit === 0n) return undefined
  const amount = (remaining * 10n ** BigInt(decimals) * scale) / (unit * 100n)
  return amount === 0n ? undefined : { transactionFee, amount }
}

/**
 * The largest payment in cents that the stock covers; 0 where that is below the method's minimum. A
 * larger payment never buys less, so a binary search finds it.
 */
export function maxPayment(decimals: number, method: Method, units: bigint, price: Price): bigint {
  const fits = (cents: bigint) =>
    (priceOffer(decimals, method, cents, price)?.amount ?? 0n) <= units
  if (!fits(method.min)) return 0n
  let [low, high] = [method.min, method.max]
  while (low < high) {
    const middle = (low + high + 1n) / 2n
    if (fits(middle)) low = middle
    else high = middle - 1n
  }
  return low
}
