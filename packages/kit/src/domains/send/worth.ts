/** The number of decimals with which prices and sums of money are computed. */
export const moneyDecimals = 18

const unit = 10n ** BigInt(moneyDecimals)

/**
 * Converts a price to a whole number with {@link moneyDecimals} decimals. 0 for a price that is too
 * small or too large for this.
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
 * @param money a whole number with {@link moneyDecimals} decimals
 * @param decimals the decimals of the token
 * @returns the amount in the smallest unit of the token; 0 for a price that is too small or too
 *   large
 */
export function tokensFor(money: bigint, price: number, decimals: number): bigint {
  const unitPrice = exactPrice(price)
  return unitPrice > 0n ? (money * 10n ** BigInt(decimals)) / unitPrice : 0n
}

/**
 * Returns the value of an amount as a whole number with {@link moneyDecimals} decimals, rounded
 * down.
 * @param amount in the smallest unit of the token
 * @param decimals the decimals of the token
 */
export function worthOf(amount: bigint, price: number, decimals: number): bigint {
  return (amount * exactPrice(price)) / 10n ** BigInt(decimals)
}

/** Formats money as a decimal string with this number of decimals, rounded down. */
export function formatMoney(money: bigint, digits: number): string {
  const fraction = String((money % unit) + unit).slice(1, digits + 1)
  return `${money / unit}${digits > 0 ? `.${fraction}` : ''}`
}
