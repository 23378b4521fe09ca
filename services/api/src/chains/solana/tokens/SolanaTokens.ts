import { createLabels, type Labels } from '../../../providers/createLabels.ts'
import { PricesError, type Prices, type PricesAt } from '../../../providers/prices.ts'
import { createSharedCache, type SharedCache } from '@latchkey/server/sharedCache'
import type { Key, PastPrices, PriceMoment, ReadLabels } from '../../chainReader.ts'
import type { SolanaChain } from '../solanaChain.ts'
import { readAssets, type Assets } from './readAssets.ts'
import { readMintLabels } from './readMints.ts'
import { readPastPrice, readSolanaPrices } from './solanaPrices.ts'

/** Milliseconds for which data are cached. Source: docs/contracts/api.md#balance */
const lifetimes = { assets: 10_000, prices: 10_000, past: 600_000 }
/** Maximum of entries in each cache. */
const max = { assets: 10_000, prices: 1_000, past: 50_000 }

/** The caches that all Solana chains share. */
export type SolanaCaches = {
  assets: SharedCache<Assets>
  prices: SharedCache<Map<string, number>>
  past: SharedCache<number | null>
  labels: Labels<SolanaChain>
}

/** Makes the caches. @param now milliseconds */
export function createSolanaCaches(now: () => number): SolanaCaches {
  return {
    assets: createSharedCache({ lifetime: lifetimes.assets, max: max.assets, now }),
    prices: createSharedCache({ lifetime: lifetimes.prices, max: max.prices, now }),
    past: createSharedCache({ lifetime: lifetimes.past, max: max.past, now }),
    labels: createLabels(readMintLabels, now),
  }
}

/** The caches and sources that the tokens of a Solana chain need. */
export type SolanaTokenParts = {
  caches: SolanaCaches
  prices?: Prices | undefined
  pricesAt?: PricesAt | undefined
}

/**
 * Reads tokens of a Solana chain, and caches them for a short time. Methods that read the chain,
 * and not the operator's prices, throw NodesError when its nodes do not answer.
 */
export class SolanaTokens {
  readonly #chain: SolanaChain
  readonly #parts: SolanaTokenParts

  constructor(chain: SolanaChain, parts: SolanaTokenParts) {
    this.#chain = chain
    this.#parts = parts
  }

  /** The assets of an account. */
  assets(owner: Key, signal: AbortSignal): Promise<Assets> {
    return this.#parts.caches.assets.get(
      this.#accountKey(owner),
      (stop) => readAssets(this.#chain, owner, stop),
      signal,
    )
  }

  /** The same as `assets`, but read now. */
  async freshAssets(owner: Key, signal: AbortSignal): Promise<Assets> {
    const read = await readAssets(this.#chain, owner, signal)
    this.#parts.caches.assets.set(this.#accountKey(owner), read)
    return read
  }

  /**
   * Prices in US dollars of the coin and the listed tokens, by mint, from the operator's source.
   * @throws PricesError
   */
  prices(signal: AbortSignal): Promise<Map<string, number>> {
    return this.#parts.caches.prices.get(
      this.#chain.networkId,
      (stop) => readSolanaPrices(this.#chain, this.#parts.prices, stop),
      signal,
    )
  }

  /**
   * Prices of the coin and of listed tokens at past times. Empty if the operator's source does not
   * answer, because a history is useful without prices.
   */
  async pastPrices(times: readonly PriceMoment[], signal: AbortSignal): Promise<PastPrices> {
    const { pricesAt } = this.#parts
    if (!pricesAt) return new Map()
    try {
      return new Map(
        await Promise.all(
          times.map(async ({ block, at, tokens }) => {
            const found = await Promise.all(
              tokens.map(async (token) => {
                const price = await this.#pastPrice(pricesAt, token, at, signal)
                return price === null ? [] : [[token as string, price] as const]
              }),
            )
            return [block, new Map(found.flat())] as const
          }),
        ),
      )
    } catch (error) {
      if (error instanceof PricesError) return new Map()
      throw error
    }
  }

  /** The names of unlisted mints. */
  readonly labels: ReadLabels = (mints, signal) =>
    this.#parts.caches.labels(this.#chain, mints, signal)

  #pastPrice(source: PricesAt, token: Key, at: number, signal: AbortSignal) {
    return this.#parts.caches.past.get(
      `${this.#chain.networkId}:${token}:${at}`,
      (stop) => readPastPrice(this.#chain, source, token, at, stop),
      signal,
    )
  }

  #accountKey(owner: Key): string {
    return `${this.#chain.networkId}:${owner}`
  }
}
