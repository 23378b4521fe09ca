import type { ListedToken } from '../options.ts'
import { createSharedCache } from '../sharedCache.ts'
import type { Chain } from './chain.ts'
import { readListedHoldings, readUnlistedHoldings, type Holding } from './holdings.ts'
import { NodesError } from './nodes.ts'
import { readPrices } from './prices.ts'
import { readLabelsApart, readTokens, type TokenLabel } from './tokens.ts'

/** What the chains hold, kept for a short while. Everything throws NodesError when a chain's nodes can't tell. */
export type ChainState = {
  /** The native coin and the listed tokens of an account. */
  holdings(chain: Chain, owner: `0x${string}`, signal: AbortSignal): Promise<Holding[]>
  /** The same, read now, with tokens outside the list added. */
  freshHoldings(chain: Chain, owner: `0x${string}`, unlisted: readonly `0x${string}`[], signal: AbortSignal): Promise<Holding[]>
  /** Holdings of tokens outside the list that somebody found. */
  foundHoldings(chain: Chain, owner: `0x${string}`, found: readonly ListedToken[], signal: AbortSignal): Promise<Holding[]>
  /** Prices in US dollars of the coin and the listed tokens. */
  prices(chain: Chain, signal: AbortSignal): Promise<Map<string, number>>
  /** The same for tokens outside the list. */
  unlistedPrices(chain: Chain, tokens: readonly ListedToken[], signal: AbortSignal): Promise<Map<string, number>>
  /** What tokens outside the list say of themselves. */
  tokens(chain: Chain, addresses: readonly `0x${string}`[], signal: AbortSignal): Promise<ListedToken[]>
  /** What contracts that nobody chose call themselves: each is kept by itself, and one that spoils the reading spoils only its own. */
  labels(chain: Chain, addresses: readonly `0x${string}`[], signal: AbortSignal): Promise<Map<string, TokenLabel>>
}

/** Milliseconds. api 5 */
const lifetimes = { holdings: 10_000, prices: 10_000, tokens: 600_000 }
/** Entries of one cache. */
const most = { holdings: 10_000, prices: 1_000, tokens: 1_000, single: 20_000 }

/** Makes the caches in front of the readers. */
export function createChainState({ now }: { now: () => number }): ChainState {
  const holdings = createSharedCache<Holding[]>({ lifetime: lifetimes.holdings, most: most.holdings, now })
  const prices = createSharedCache<Map<string, number>>({ lifetime: lifetimes.prices, most: most.prices, now })
  const tokens = createSharedCache<ListedToken[]>({ lifetime: lifetimes.tokens, most: most.tokens, now })
  const single = createSharedCache<TokenLabel | null>({ lifetime: lifetimes.tokens, most: most.single, now })
  const accountKey = (chain: Chain, owner: string) => `${chain.networkId}:${owner.toLowerCase()}`

  const state: ChainState = {
    holdings: (chain, owner, signal) => holdings.get(accountKey(chain, owner), (stop) => readListedHoldings(chain, owner, stop), signal),

    async freshHoldings(chain, owner, unlisted, signal) {
      const listed = await readListedHoldings(chain, owner, signal)
      holdings.set(accountKey(chain, owner), listed)
      return unlisted.length === 0 ? listed : [...listed, ...(await extra(chain, owner, unlisted, signal))]
    },

    async foundHoldings(chain, owner, found, signal) {
      if (found.length === 0) return []
      const key = `${accountKey(chain, owner)}:${found.map(({ address }) => address).join()}`
      return holdings.get(key, (stop) => orNone(readUnlistedHoldings(chain, found, owner, stop)), signal)
    },

    prices: (chain, signal) => prices.get(chain.networkId, (stop) => readPrices(chain, chain.tokens, stop), signal),
    unlistedPrices: async (chain, list, signal) => (list.length === 0 ? new Map() : readPrices(chain, list, signal)),

    tokens: (chain, addresses, signal) =>
      tokens.get(`${chain.networkId}:${addresses.join()}`, (stop) => readTokens(chain, addresses, stop), signal),

    async labels(chain, addresses, signal) {
      const keyOf = (address: string) => `${chain.networkId}:${address}`
      const missing = addresses.filter((address) => single.peek(keyOf(address)) === undefined)
      const read = missing.length > 0 ? await readLabelsApart(chain, missing, signal) : []
      for (const address of missing) single.set(keyOf(address), read.find((label) => label.address === address) ?? null)
      return new Map(addresses.flatMap((address) => {
        const label = single.peek(keyOf(address))
        return label ? [[address, label] as const] : []
      }))
    },
  }

  async function extra(chain: Chain, owner: `0x${string}`, addresses: readonly `0x${string}`[], signal: AbortSignal) {
    return orNone(state.tokens(chain, addresses, signal).then((tokens) => readUnlistedHoldings(chain, tokens, owner, signal)))
  }

  return state
}

/** A token that makes its reader fail must not hide the listed ones. */
async function orNone(holdings: Promise<Holding[]>): Promise<Holding[]> {
  try {
    return await holdings
  } catch (error) {
    if (error instanceof NodesError) return []
    throw error
  }
}
