import { useMemo } from 'react'
import type { SwapGasPrices, SwapOffer, SwapToken } from '../../core/contracts/facets/swap.ts'
import {
  getSwapGasPrices,
  getSwapQuotes,
  getSwapTokens,
  prepareSwap,
  sendSwap,
} from '../../domains/swap/actions.ts'
import type { SwapParameters } from '../../domains/swap/readOrder.lazy.ts'
import type { PreparedSwap, SwapConditions } from '../../domains/swap/prepareSwap.lazy.ts'
import type { SwapOptions, SwapOutcome } from '../../domains/swap/run/sendSwap.lazy.ts'
import { useKit } from './useKit.ts'

/** Swapping without the screens. */
export type Swap = {
  /** As `getSwapTokens`. */
  tokens(): Promise<readonly SwapToken[]>
  /** As `getSwapGasPrices`. */
  gasPrices(): Promise<SwapGasPrices>
  /** As `getSwapQuotes`. */
  quotes(parameters: SwapParameters): Promise<readonly SwapOffer[]>
  /** As `prepareSwap`. */
  prepare(parameters: SwapParameters & SwapConditions): Promise<PreparedSwap>
  /** As `sendSwap`. */
  send(prepared: PreparedSwap, options?: SwapOptions): Promise<SwapOutcome>
}

/** Swaps tokens of the current account. Its code is loaded with the first call. */
export function useSwap(): Swap {
  const kit = useKit()
  return useMemo(
    () => ({
      tokens: () => getSwapTokens(kit),
      gasPrices: () => getSwapGasPrices(kit),
      quotes: (parameters) => getSwapQuotes(kit, parameters),
      prepare: (parameters) => prepareSwap(kit, parameters),
      send: (prepared, options) => sendSwap(kit, prepared, options),
    }),
    [kit],
  )
}
