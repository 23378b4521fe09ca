/**
 * Formats the number of wallets, rounded down to tens: `540+` for 542. A number below ten is exact.
 * Readers of every supported language understand the plus sign.
 */
export function countText(count: number, locale?: string): string {
  const tens = count < 10 ? count : count - (count % 10)
  return `${new Intl.NumberFormat(locale).format(tens)}${tens < count ? '+' : ''}`
}
