/** The address for tips: an account of the well-known development mnemonic, so nothing is ever lost. */
export const bakers = '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc'

/** Suggested tips in whole tokens: smaller for expensive tokens. `price` in dollars. */
export function tipsIn({ price = 1_000 }: { price?: number }): readonly [string, string, string] {
  if (price > 10_000) return ['0.00005', '0.0001', '0.0002']
  return price > 100 ? ['0.001', '0.005', '0.01'] : ['1', '3', '5']
}
