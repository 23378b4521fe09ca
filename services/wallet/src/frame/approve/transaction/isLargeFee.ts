/**
 * Whether a fee that the site gives is out of proportion. All amounts are in wei. A fee below a
 * thousandth of a coin is never large, because sites round their gas up. Otherwise the fee is large
 * if it is more than twice the wallet's own offer, and also more than one of these:
 * - a tenth of the sent value
 * - a twentieth of a coin
 * - ten times the wallet's offer
 */
export function isLargeFee({
  fee,
  usual,
  value,
  decimals,
}: {
  fee: bigint
  usual: bigint
  value: bigint
  /** Decimals of the chain's currency. */
  decimals: number
}): boolean {
  const coin = 10n ** BigInt(decimals)
  return (
    fee > usual * 2n &&
    fee * 1_000n > coin &&
    (fee * 10n > value || fee * 20n > coin || fee > usual * 10n)
  )
}
