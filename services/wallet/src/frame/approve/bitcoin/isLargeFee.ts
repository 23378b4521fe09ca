/** Satoshi below which no fee is large. */
const small = 5_000n
/** Satoshi above which every fee is large. */
const large = 1_000_000n
/**
 * Satoshi per virtual byte above which a fee is large. The usual rate does not change this limit,
 * because it comes from the node that may also have proposed the fee.
 */
const largeRate = 500

/**
 * Why a fee is out of proportion; undefined if it is not.
 * - `rate`: more than five times the usual rate
 * - `share`: more than a quarter of what is paid, or much for any payment
 */
export function isLargeFee({
  fee,
  rate,
  usualRate,
  paid,
}: {
  /** Satoshi. */
  fee: bigint
  /** Satoshi per virtual byte. */
  rate: number
  /** The rate of a quick confirmation, if the node has told it. */
  usualRate: number | undefined
  /** The sum of the payments, in satoshi. */
  paid: bigint
}): 'rate' | 'share' | undefined {
  if (fee < small) return undefined
  // the usual rate may be less than two where blocks are empty
  if (usualRate !== undefined && rate > Math.max(usualRate, 2) * 5) return 'rate'
  return fee > large || rate > largeRate || fee * 4n > paid ? 'share' : undefined
}
