import { partOf } from '@latchkey/server/cents'
import type { Method } from './methods.ts'

/** Prices are multiplied by this factor, so that they can be calculated as whole numbers. */
export const scale = 10n ** 18n

/**
 * A price as a whole number, multiplied by `scale`. The price may have an exponent, such as 1e-7.
 */
export function scaled(value: number): bigint {
  const [whole = '0', part = ''] = value.toFixed(18).split('.')
  return BigInt(whole) * scale + BigInt(part.padEnd(18, '0').slice(0, 18))
}

/**
 * `unit`: the price of one token, multiplied by `scale`. `networkFee`: the cost of its payout in
 * cents.
 */
export type Price = { unit: bigint; networkFee: bigint }

/**
 * `transactionFee`: the fee of the payment method in cents. `amount`: what the payment buys, in the
 * token's smallest unit.
 */
export type Bought = { transactionFee: bigint; amount: bigint }

/** What a payment buys of a token with these decimals; undefined if the fees use up the payment. */
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
 * The largest payment in cents that the stock covers; 0 if even the method's minimum buys more than
 * the stock. A larger payment never buys less, so a binary search finds it.
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
