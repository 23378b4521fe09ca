import { formatUnits } from '@latchkey/protocol/formatUnits'

/**
 * Formats a whole number of the smallest unit as an exact decimal string without trailing
 * zeros, its thousands in groups: `1234500000n` with 6 decimals is `1,234.5`.
 */
export function formatAmount(amount: bigint, decimals: number): string {
  const [whole = '', ...fraction] = formatUnits(amount, decimals).split('.')
  return [whole.replace(/\B(?=(\d{3})+$)/g, ','), ...fraction].join('.')
}

/** Formats a fee, rounded up to four significant digits, never down to zero. */
export function formatFee(amount: bigint, decimals: number): string {
  const length = amount.toString().length
  const step = 10n ** BigInt(Math.max(0, Math.min(length, decimals) - 4))
  return formatAmount(((amount + step - 1n) / step) * step, decimals)
}
