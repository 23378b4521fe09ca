import type { SwapOffer, SwapProvider } from './swapProvider.ts'

/** An offer and its provider. */
export type Offered = { provider: SwapProvider; offer: SwapOffer }

/**
 * Sorts offers by their amount after gas. All gas is valued alike. An offer without the native
 * coin's price in the bought token, or without its own gas, is valued with the numbers of the
 * others.
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
