import type { SwapOffer, SwapProvider } from './swapProvider.ts'

/** An offer, and the provider that made it. */
export type Offered = { provider: SwapProvider; offer: SwapOffer }

/**
 * Sorts offers by what remains after gas, best first. All gas has the same price: that of the first
 * offer that states the cost of its gas. If an offer states no gas, the average of the other offers
 * is used.
 */
export function bestFirst(offered: readonly Offered[], gasPrice: bigint): Offered[] {
  const priced = offered.find(
    ({ offer }) =>
      offer.gasCost !== undefined && offer.gas !== undefined && offer.gas > 0n && gasPrice > 0n,
  )?.offer
  const gases = offered.flatMap(({ offer }) => offer.gas ?? [])
  const usual =
    gases.length === 0 ? 0n : gases.reduce((sum, gas) => sum + gas, 0n) / BigInt(gases.length)
  const afterGas = ({ offer }: Offered) =>
    offer.amountOut -
    (priced ? ((offer.gas ?? usual) * (priced.gasCost ?? 0n)) / (priced.gas ?? 1n) : 0n)
  return offered.toSorted((a, b) => {
    const difference = afterGas(b) - afterGas(a)
    return difference > 0n ? 1 : difference < 0n ? -1 : 0
  })
}
