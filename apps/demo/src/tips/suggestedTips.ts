/**
 * Returns suggested tips in whole tokens; the higher the token's price, the smaller they are.
 * `price` is in dollars.
 */
export function suggestedTips({
  price = 1_000,
}: {
  price?: number
}): readonly [string, string, string] {
  if (price > 10_000) return ['0.00005', '0.0001', '0.0002']
  return price > 100 ? ['0.001', '0.005', '0.01'] : ['1', '3', '5']
}
