import { nativeTokenId } from '@latchkey/protocol/nativeToken'
import { createSharedCache, type SharedCache } from '@latchkey/server/sharedCache'
import { PricesError } from './prices.ts'
import { readPriceAt, readPrices } from './readPrice.ts'
import type { ReaderParts } from '../chains/chainReader.ts'

/** Milliseconds for which prices are cached. */
const lifetimes = { now: 10_000, past: 600_000 }
/** Maximum of cached past prices. */
const maxPast = 50_000

/** The prices of a chain's coin in US dollars, from the operator's source. */
export type CoinPrices = {
  /** The present price; undefined if the source has none. @throws PricesError */
  now(signal: AbortSignal): Promise<number | undefined>
  /**
   * The price at a past time, in seconds since 1970. Undefined if the source has none, or does not
   * answer, because a history is useful without prices.
   */
  at(time: number, signal: AbortSignal): Promise<number | undefined>
}

/** The caches of prices that all chains of one kind share. */
export type PriceCaches = {
  now: SharedCache<number | undefined>
  past: SharedCache<number | null>
}

/** Makes the caches. @param now milliseconds */
export const createPriceCaches = (now: () => number): PriceCaches => ({
  now: createSharedCache({ lifetime: lifetimes.now, max: 100, now }),
  past: createSharedCache({ lifetime: lifetimes.past, max: maxPast, now }),
})

/** Makes the prices of one chain's coin. */
export function createCoinPrices(
  networkId: string,
  caches: PriceCaches,
  { prices, pricesAt }: Pick<ReaderParts, 'prices' | 'pricesAt'>,
): CoinPrices {
  const id = nativeTokenId(networkId)
  return {
    async now(signal) {
      if (!prices) return undefined
      return caches.now.get(
        id,
        async (stop) => (await readPrices(prices, [id], stop)).get(id),
        signal,
      )
    },
    async at(time, signal) {
      if (!pricesAt) return undefined
      try {
        const price = await caches.past.get(
          `${id}:${time}`,
          (stop) => readPriceAt(pricesAt, id, time, stop),
          signal,
        )
        return price ?? undefined
      } catch (error) {
        if (error instanceof PricesError) return undefined
        throw error
      }
    },
  }
}
