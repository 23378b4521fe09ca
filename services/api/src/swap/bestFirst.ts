import type { SwapOffer, SwapProvider } from './swapProvider.ts'

/** An offer and its provider. */
export type Offered = { provider: SwapProvider; offer: SwapOffer }

/**
 * Offers in the order of what is left of them after gas. All gas is valued alike: an offer that
 * does not know the native coin's price in the bought token, or its own gas, is valued by what the
 * others know.
 */
export function bestFirst(offered: readonly Offered[], gasPrice: bigint): Offered[] {
  const priced = offered.find(
    ({ offer }) =>
      offer.gasCost !== undefined && offer.gas !== undefined && offer.gas > 0n && gasPrice > 0n,
  )?.offer
  const gases = offered.flatMap(({ offer }) => offer.gas ?? [])
  const usual =
    gases.length === 0 ? 0n : gases.reduce((sum, gas) => sum + gas, 0n) / BigInt(gases.length)
  const left = ({ offer }: Offered) =>
    offer.amountOut -
    (priced ? ((offer.gas ?? usual) * (priced.gasCost ?? 0n)) / (priced.gas ?? 1n) : 0n)
  return offered.toSorted((one, other) => {
    const difference = left(other) - left(one)
    return difference > 0n ? 1 : difference < 0n ? -1 : 0
  })
}
