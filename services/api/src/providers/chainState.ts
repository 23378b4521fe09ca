import type { ListedToken, Prices, PricesAt } from '../options.ts'
import type { Hex } from '../chainIndex/chainIndex.ts'
import { createSharedCache } from '../sharedCache.ts'
import { readAssets, type Assets } from '../solana/readAssets.ts'
import { readMintLabels } from '../solana/readMints.ts'
import { PricesError, readPastPrice, readSolanaPrices } from '../solana/solanaPrices.ts'
import type { Chain, EvmChain, SolanaChain } from './chain.ts'
import { readListedHoldings, readUnlistedAmounts, type Holding } from './holdings.ts'
import { NodesError } from './nodes.ts'
import { readPrices } from './prices.ts'
import { readLabelsApart, readTokens, tokenOf, type TokenLabel } from './tokens.ts'

/** Holdings, and whether they are complete. */
export type Holdings = { holdings: Holding[]; isComplete: boolean }

/** A token outside the list, and its last known amount. */
export type FoundToken = ListedToken & { lastKnown: bigint }

/** A block with its time, in seconds since 1970, and the tokens that moved in it. */
export type PriceMoment = { block: number; at: number; tokens: readonly Hex[] }

/**
 * Data of the chains, cached for a short time. Every method throws NodesError when a chain's nodes
 * do not answer.
 */
export type ChainState = {
  /** The native coin and the listed tokens of an account. */
  holdings(chain: EvmChain, owner: `0x${string}`, signal: AbortSignal): Promise<Holding[]>
  /** The same, without the cache. */
  freshHoldings(chain: EvmChain, owner: `0x${string}`, signal: AbortSignal): Promise<Holding[]>
  /** Holdings of tokens outside the list that the request names, without the cache. */
  namedHoldings(
    chain: EvmChain,
    owner: `0x${string}`,
    addresses: readonly `0x${string}`[],
    signal: AbortSignal,
  ): Promise<Holdings>
  /**
   * Holdings of tokens outside the list that the index found; the indexed amounts where no node
   * answers.
   */
  foundHoldings(
    chain: EvmChain,
    owner: `0x${string}`,
    found: readonly FoundToken[],
    signal: AbortSignal,
  ): Promise<Holding[]>
  /** The assets of an account on Solana. */
  assets(chain: SolanaChain, owner: Hex, signal: AbortSignal): Promise<Assets>
  /** The same, without the cache. */
  freshAssets(chain: SolanaChain, owner: Hex, signal: AbortSignal): Promise<Assets>
  /**
   * Prices in US dollars of the coin and the listed tokens: of EVM chains from their pools, of
   * Solana from the operator's source. @throws PricesError of that source
   */
  prices(chain: Chain, signal: AbortSignal): Promise<Map<string, number>>
  /**
   * Prices in US dollars on Solana at past times, by block and token, for the coin and listed
   * tokens. Empty where the operator's source does not answer: a history is correct without prices.
   */
  pastPrices(
    chain: SolanaChain,
    times: readonly PriceMoment[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<number, ReadonlyMap<string, number>>>
  /** The same for tokens outside the list. */
  unlistedPrices(
    chain: EvmChain,
    tokens: readonly ListedToken[],
    signal: AbortSignal,
  ): Promise<Map<string, number>>
  /** The metadata of tokens outside the list. */
  tokens(
    chain: EvmChain,
    addresses: readonly `0x${string}`[],
    signal: AbortSignal,
  ): Promise<ListedToken[]>
  /**
   * Names that unlisted contracts give themselves. Each is cached alone, and a contract that breaks
   * the reading loses only its own name. Null for a contract that refuses; a contract for which no
   * node answers now is absent.
   */
  labels(
    chain: Chain,
    addresses: readonly `0x${string}`[],
    signal: AbortSignal,
  ): Promise<Map<string, TokenLabel | null>>
}

/** Milliseconds. Source: docs/contracts/api.md#balance */
const lifetimes = { holdings: 10_000, prices: 10_000, past: 600_000, tokens: 600_000 }
/** Maximum of entries in each cache. */
const max = { holdings: 10_000, prices: 1_000, past: 50_000, tokens: 1_000, single: 20_000 }

/**
 * Makes the caches in front of the readers.
 * @param options.source prices of chains without pools; `sourceAt`: past prices
 */
export function createChainState({
  now,
  source,
  sourceAt,
}: {
  now: () => number
  source?: Prices | undefined
  sourceAt?: PricesAt | undefined
}): ChainState {
  const holdings = createSharedCache<Holding[]>({
    lifetime: lifetimes.holdings,
    max: max.holdings,
    now,
  })
  const amounts = createSharedCache<(bigint | undefined)[]>({
    lifetime: lifetimes.holdings,
    max: max.holdings,
    now,
  })
  const assets = createSharedCache<Assets>({
    lifetime: lifetimes.holdings,
    max: max.holdings,
    now,
  })
  const prices = createSharedCache<Map<string, number>>({
    lifetime: lifetimes.prices,
    max: max.prices,
    now,
  })
  const past = createSharedCache<number | null>({ lifetime: lifetimes.past, max: max.past, now })
  const tokens = createSharedCache<ListedToken[]>({
    lifetime: lifetimes.tokens,
    max: max.tokens,
    now,
  })
  const single = createSharedCache<TokenLabel | null>({
    lifetime: lifetimes.tokens,
    max: max.single,
    now,
  })
  const accountKey = (chain: Chain, owner: string) => `${chain.networkId}:${owner.toLowerCase()}`

  const state: ChainState = {
    holdings: (chain, owner, signal) =>
      holdings.get(
        accountKey(chain, owner),
        (stop) => readListedHoldings(chain, owner, stop),
        signal,
      ),

    async freshHoldings(chain, owner, signal) {
      const listed = await readListedHoldings(chain, owner, signal)
      holdings.set(accountKey(chain, owner), listed)
      return listed
    },

    async namedHoldings(chain, owner, addresses, signal) {
      const labels = await state.labels(chain, addresses, signal)
      const tokens = [...labels.values()].flatMap((label) => (label && tokenOf(label)) ?? [])
      const found = await readUnlistedAmounts(chain, tokens, owner, signal)
      return {
        holdings: tokens.flatMap((token, index): Holding[] =>
          found[index] === undefined ? [] : [{ token, amount: found[index], listed: false }],
        ),
        isComplete:
          labels.size === addresses.length && found.every((amount) => amount !== undefined),
      }
    },

    async foundHoldings(chain, owner, found, signal) {
      if (found.length === 0) return []
      const key = `${accountKey(chain, owner)}:${found.map(({ address }) => address).join()}`
      const now = await amounts
        .get(key, (stop) => readUnlistedAmounts(chain, found, owner, stop), signal)
        .catch(orNone)
      return found.map(({ lastKnown, ...token }, index) => ({
        token,
        amount: now[index] ?? lastKnown,
        listed: false,
      }))
    },

    assets: (chain, owner, signal) =>
      assets.get(accountKey(chain, owner), (stop) => readAssets(chain, owner, stop), signal),

    async freshAssets(chain, owner, signal) {
      const read = await readAssets(chain, owner, signal)
      assets.set(accountKey(chain, owner), read)
      return read
    },

    prices: (chain, signal) =>
      prices.get(
        chain.networkId,
        (stop) =>
          chain.namespace === 'solana'
            ? readSolanaPrices(chain, source, stop)
            : readPrices(chain, chain.tokens, stop),
        signal,
      ),
    async pastPrices(chain, times, signal) {
      if (!sourceAt) return new Map()
      const priceOf = async (token: Hex, at: number) =>
        [
          token,
          await past.get(
            `${chain.networkId}:${token}:${at}`,
            (stop) => readPastPrice(chain, sourceAt, token, at, stop),
            signal,
          ),
        ] as const
      try {
        return new Map(
          await Promise.all(
            times.map(async ({ block, at, tokens }) => {
              const found = await Promise.all(tokens.map((token) => priceOf(token, at)))
              return [
                block,
                new Map(
                  found.flatMap(([token, price]) =>
                    price === null ? [] : [[token as string, price] as const],
                  ),
                ),
              ] as const
            }),
          ),
        )
      } catch (error) {
        if (error instanceof PricesError) return new Map()
        throw error
      }
    },
    unlistedPrices: async (chain, list, signal) =>
      list.length === 0 ? new Map() : readPrices(chain, list, signal),

    tokens: (chain, addresses, signal) =>
      tokens.get(
        `${chain.networkId}:${addresses.join()}`,
        (stop) => readTokens(chain, addresses, stop),
        signal,
      ),

    async labels(chain, addresses, signal) {
      const keyOf = (address: string) => `${chain.networkId}:${address}`
      const missing = addresses.filter((address) => single.peek(keyOf(address)) === undefined)
      const read = await (chain.namespace === 'solana'
        ? readMintLabels(chain, missing, signal)
        : readLabelsApart(chain, missing, signal))
      for (const [index, address] of missing.entries()) {
        const label = read[index]
        if (!(label instanceof NodesError)) single.set(keyOf(address), label ?? null)
      }
      return new Map(
        addresses.flatMap((address) => {
          const label = single.peek(keyOf(address))
          return label === undefined ? [] : [[address, label] as const]
        }),
      )
    },
  }

  return state
}

/** Empty when no node answers, so that the last known values are used. */
function orNone(error: unknown): never[] {
  if (error instanceof NodesError) return []
  throw error
}
