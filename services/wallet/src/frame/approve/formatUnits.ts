/**
 * Formats a whole number of the smallest unit as an exact decimal string without trailing
 * zeros: `1500000n` with 6 decimals is `1.5`.
 */
export function formatUnits(amount: bigint, decimals: number): string {
  const digits = amount.toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return fraction === '' ? grouped : `${grouped}.${fraction}`
}

/** Formats a fee, rounded up to four significant digits, never down to zero. */
export function formatFee(amount: bigint, decimals: number): string {
  const length = amount.toString().length
  const step = 10n ** BigInt(Math.max(0, Math.min(length, decimals) - 4))
  return formatUnits(((amount + step - 1n) / step) * step, decimals)
}
