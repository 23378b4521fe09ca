/**
 * Whether a fee that the site gives is out of proportion: more than twice what the wallet would
 * offer, and more than a tenth of the value that is sent, a twentieth of a coin, or ten times the
 * wallet's offer. Less than a thousandth of a coin is never large: sites round their units of gas
 * up. All in wei.
 */
export function isLargeFee({
  fee,
  usual,
  value,
  decimals,
}: {
  fee: bigint
  usual: bigint
  value: bigint /** Of the chain's currency. */
  decimals: number
}): boolean {
  const coin = 10n ** BigInt(decimals)
  return (
    fee > usual * 2n &&
    fee * 1_000n > coin &&
    (fee * 10n > value || fee * 20n > coin || fee > usual * 10n)
  )
}
