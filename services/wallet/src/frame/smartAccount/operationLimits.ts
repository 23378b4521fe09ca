/**
 * The most units of gas of each part of an operation. Rollups count data as gas, so
 * `preVerification` is large.
 */
export const maxGas = {
  calls: 30_000_000n,
  verification: 3_000_000n,
  preVerification: 100_000_000n,
  paymaster: 3_000_000n,
} as const
