/** The number of decimals of computed prices and sums of money. */
export const moneyDecimals = 18

const unit = 10n ** BigInt(moneyDecimals)

/**
 * Returns a price as a whole number of its smallest part; 0 for a price that is too small or too
 * large to compute with.
 */
function exactPrice(price: number): bigint {
  const text = String(price)
  const [whole = '', fraction = ''] = (/e/.test(text) ? price.toFixed(moneyDecimals) : text).split(
    '.',
  )
  return /^\d+$/.test(whole)
    ? BigInt(whole + fraction.slice(0, moneyDecimals).padEnd(moneyDecimals, '0'))
    : 0n
}

/** Whether money can be converted to a token at this price. */
export function canConvert(price: number | undefined): price is number {
  return price !== undefined && exactPrice(price) > 0n
}

/**
 * Returns the amount of tokens that a sum of money buys, rounded down.
 * @param money with {@link moneyDecimals}
 * @param decimals of the token
 * @returns in the smallest unit of the token; 0 at a price that can't be computed with
 */
export function tokensFor(money: bigint, price: number, decimals: number): bigint {
  const unitPrice = exactPrice(price)
  return unitPrice > 0n ? (money * 10n ** BigInt(decimals)) / unitPrice : 0n
}

/**
 * Returns the value of an amount, rounded down, with {@link moneyDecimals}.
 * @param amount in the smallest unit of the token
 * @param decimals of the token
 */
export function worthOf(amount: bigint, price: number, decimals: number): bigint {
  return (amount * exactPrice(price)) / 10n ** BigInt(decimals)
}

/** Formats money as a decimal string with at most this number of decimals, rounded down. */
export function formatMoney(money: bigint, digits: number): string {
  const fraction = String((money % unit) + unit).slice(1, digits + 1)
  return `${money / unit}${digits > 0 ? `.${fraction}` : ''}`
}
