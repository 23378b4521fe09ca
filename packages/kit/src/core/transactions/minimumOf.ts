import type { SwapOffer } from '../contracts/facets/swap.ts'

/**
 * The minimal amount that has to arrive: the offered amount less the slippage, which is rounded to
 * a hundredth of a percent. Wrapping has no price that could change, so its minimum is the offered
 * amount.
 * @param slippage percent
 */
export function minimumOf(
  { arrives, kind }: Pick<SwapOffer, 'arrives' | 'kind'>,
  slippage: number,
): bigint {
  return kind === 'swap'
    ? arrives - (arrives * BigInt(Math.round(slippage * 100))) / 10_000n
    : arrives
}
