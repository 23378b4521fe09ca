import type { Fee } from './fees.ts'

/**
 * The most of the native token that can be sent: what is there less the most that the fee can be. Estimates of some rollups do
 * not hold what they take for data, hence a tenth of the fee in reserve. Never less than nothing.
 */
export function mostOf(balance: bigint, { totalMost }: Pick<Fee, 'totalMost'>): bigint {
  const kept = (totalMost * 11n) / 10n
  return balance > kept ? balance - kept : 0n
}
