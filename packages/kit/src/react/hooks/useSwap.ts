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

/** The functions to swap tokens without the kit's screens. */
export type Swap = {
  /** Calls `getSwapTokens`. */
  tokens(): Promise<readonly SwapToken[]>
  /** Calls `getSwapGasPrices`. */
  gasPrices(): Promise<SwapGasPrices>
  /** Calls `getSwapQuotes`. */
  quotes(parameters: SwapParameters): Promise<readonly SwapOffer[]>
  /** Calls `prepareSwap`. */
  prepare(parameters: SwapParameters & SwapConditions): Promise<PreparedSwap>
  /** Calls `sendSwap`. */
  send(prepared: PreparedSwap, options?: SwapOptions): Promise<SwapOutcome>
}

/** Returns the functions to swap tokens of the current account. The first call loads their code. */
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
