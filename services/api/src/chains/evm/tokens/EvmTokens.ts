import type { ListedToken } from '../../../optionParts.ts'
import { createLabels, type Labels } from '../../../providers/createLabels.ts'
import type { Holding } from '../../../providers/holdings.ts'
import { NodesError } from '../../../providers/nodes.ts'
import { tokenOf } from '../../../providers/tokenLabel.ts'
import { createSharedCache, type SharedCache } from '@latchkey/server/sharedCache'
import type { Key, ReadLabels } from '../../chainReader.ts'
import type { EvmChain } from '../evmChain.ts'
import { readListedHoldings, readUnlistedAmounts } from './evmHoldings.ts'
import { readPrices } from './poolPrices.ts'
import { readLabelsApart, readTokens } from './readTokens.ts'

/** What an account holds. `isComplete`: whether all holdings could be read. */
export type Holdings = { holdings: Holding[]; isComplete: boolean }

/** A token that is not in the operator's list, and the amount that the index has for an account. */
export type FoundToken = ListedToken & { lastKnown: bigint }

/** Milliseconds for which data are cached. Source: docs/contracts/api.md#balance */
const lifetimes = { holdings: 10_000, prices: 10_000, tokens: 600_000 }
/** Maximum of entries in each cache. */
const max = { holdings: 10_000, prices: 1_000, tokens: 1_000 }

/** The caches that all EVM chains share. */
export type EvmCaches = {
  holdings: SharedCache<Holding[]>
  amounts: SharedCache<(bigint | undefined)[]>
  prices: SharedCache<Map<string, number>>
  tokens: SharedCache<ListedToken[]>
  labels: Labels<EvmChain>
}

/** Makes the caches. @param now milliseconds */
export function createEvmCaches(now: () => number): EvmCaches {
  const holdings = { lifetime: lifetimes.holdings, max: max.holdings, now }
  return {
    holdings: createSharedCache(holdings),
    amounts: createSharedCache(holdings),
    prices: createSharedCache({ lifetime: lifetimes.prices, max: max.prices, now }),
    tokens: createSharedCache({ lifetime: lifetimes.tokens, max: max.tokens, now }),
    labels: createLabels(readLabelsApart, now),
  }
}

/**
 * Reads tokens of an EVM chain, and caches them for a short time. Every method except `found`
 * throws NodesError when the chain's nodes do not answer.
 */
export class EvmTokens {
  readonly #chain: EvmChain
  readonly #caches: EvmCaches

  constructor(chain: EvmChain, caches: EvmCaches) {
    this.#chain = chain
    this.#caches = caches
  }

  /** The account's native coin and its listed tokens. */
  listed(owner: Key, signal: AbortSignal): Promise<Holding[]> {
    return this.#caches.holdings.get(
      this.#accountKey(owner),
      (stop) => readListedHoldings(this.#chain, owner, stop),
      signal,
    )
  }

  /** The same as `listed`, but read now. */
  async freshListed(owner: Key, signal: AbortSignal): Promise<Holding[]> {
    const listed = await readListedHoldings(this.#chain, owner, signal)
    this.#caches.holdings.set(this.#accountKey(owner), listed)
    return listed
  }

  /** The account's holdings of unlisted tokens that the request names. They are read now. */
  async named(owner: Key, addresses: readonly Key[], signal: AbortSignal): Promise<Holdings> {
    const labels = await this.labels(addresses, signal)
    const tokens = [...labels.values()].flatMap((label) => (label && tokenOf(label)) ?? [])
    const found = await readUnlistedAmounts(this.#chain, tokens, owner, signal)
    return {
      holdings: tokens.flatMap((token, index): Holding[] =>
        found[index] === undefined ? [] : [{ token, amount: found[index], listed: false }],
      ),
      isComplete: labels.size === addresses.length && found.every((amount) => amount !== undefined),
    }
  }

  /**
   * The account's holdings of unlisted tokens that the index has found. If no node answers, these
   * are the amounts of the index.
   */
  async found(owner: Key, found: readonly FoundToken[], signal: AbortSignal): Promise<Holding[]> {
    if (found.length === 0) return []
    const key = `${this.#accountKey(owner)}:${found.map(({ address }) => address).join()}`
    const now = await this.#caches.amounts
      .get(key, (stop) => readUnlistedAmounts(this.#chain, found, owner, stop), signal)
      .catch(orNone)
    return found.map(({ lastKnown, ...token }, index) => ({
      token,
      amount: now[index] ?? lastKnown,
      listed: false,
    }))
  }

  /** Prices in US dollars of the coin and the listed tokens, by address, from the pools. */
  prices(signal: AbortSignal): Promise<Map<string, number>> {
    return this.#caches.prices.get(
      this.#chain.networkId,
      (stop) => readPrices(this.#chain, this.#chain.tokens, stop),
      signal,
    )
  }

  /** Prices in US dollars of unlisted tokens, by address, from the pools. */
  async unlistedPrices(
    list: readonly ListedToken[],
    signal: AbortSignal,
  ): Promise<Map<string, number>> {
    return list.length === 0 ? new Map() : readPrices(this.#chain, list, signal)
  }

  /** The metadata of unlisted tokens. */
  described(addresses: readonly Key[], signal: AbortSignal): Promise<ListedToken[]> {
    return this.#caches.tokens.get(
      `${this.#chain.networkId}:${addresses.join()}`,
      (stop) => readTokens(this.#chain, addresses, stop),
      signal,
    )
  }

  /** The names that unlisted contracts report. */
  readonly labels: ReadLabels = (addresses, signal) =>
    this.#caches.labels(this.#chain, addresses, signal)

  #accountKey(owner: Key): string {
    return `${this.#chain.networkId}:${owner}`
  }
}

/** Returns an empty list for an error of the nodes, so that the indexed amounts are used. */
function orNone(error: unknown): never[] {
  if (error instanceof NodesError) return []
  throw error
}
