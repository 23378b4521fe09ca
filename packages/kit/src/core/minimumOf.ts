import type { SwapOffer } from './facets/swap.ts'

/**
 * The least that has to arrive of what was offered: less the slippage, to a hundredth of a percent.
 * Wrapping has no price that could move. @param slippage percent
 */
export function minimumOf(
  { arrives, kind }: Pick<SwapOffer, 'arrives' | 'kind'>,
  slippage: number,
): bigint {
  return kind === 'swap'
    ? arrives - (arrives * BigInt(Math.round(slippage * 100))) / 10_000n
    : arrives
}
