/** How many wallets there are, down to tens: `540+` for 542, and what it is below ten. The plus is a figure's sign in every language here. */
export function countText(count: number, locale?: string): string {
  const tens = count < 10 ? count : count - (count % 10)
  return `${new Intl.NumberFormat(locale).format(tens)}${tens < count ? '+' : ''}`
}
