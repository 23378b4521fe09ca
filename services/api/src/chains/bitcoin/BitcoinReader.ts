import { createSharedCache, type SharedCache } from '@latchkey/server/sharedCache'
import { bitcoinMainnetId } from '@latchkey/protocol/chains/bitcoinNetworks'
import { nativeTokenAddress } from '@latchkey/protocol/nativeToken'
import { nativeToken, type AccountHoldings, type PricedToken } from '../../providers/holdings.ts'
import { PricesError } from '../../providers/prices.ts'
import type { Account, FinishedHistory, Key, OpenReader, ReaderParts } from '../chainReader.ts'
import type { BitcoinChain } from './bitcoinChain.ts'
import {
  createCoinPrices,
  createPriceCaches,
  type CoinPrices,
  type PriceCaches,
} from '../../providers/createCoinPrices.ts'
import { atOneTip, lowerTip, type Tip } from './esplora/atOneTip.ts'
import { createTipWatch, type TipWatch } from './esplora/createTipWatch.ts'
import { createBitcoinHistory } from './history/createBitcoinHistory.ts'
import { ownAddresses } from './ownCoins.ts'
import { readBalance, type Balance } from './readBalance.ts'

/** Milliseconds for which balances are cached. Source: docs/contracts/api.md#balance */
const lifetime = 10_000
/** Maximum of cached balances. */
const max = 10_000

/** The caches that all Bitcoin chains share. */
export type BitcoinCaches = { balances: SharedCache<Balance>; prices: PriceCaches }

/** Makes the caches. @param now milliseconds */
export const createBitcoinCaches = (now: () => number): BitcoinCaches => ({
  balances: createSharedCache({ lifetime, max, now }),
  prices: createPriceCaches(now),
})

/** What all Bitcoin chains share. */
export type BitcoinParts = ReaderParts & { caches: BitcoinCaches }

/** Reads the data of a Bitcoin chain from its Esploras. */
export class BitcoinReader implements OpenReader {
  readonly history: FinishedHistory
  readonly #chain: BitcoinChain
  readonly #balances: SharedCache<Balance>
  readonly #prices: CoinPrices
  readonly #tips: TipWatch

  constructor(chain: BitcoinChain, parts: BitcoinParts) {
    this.#chain = chain
    this.#balances = parts.caches.balances
    this.#prices = createCoinPrices(chain.networkId, parts.caches.prices, parts)
    this.#tips = createTipWatch({ nodes: chain.rpcUrls.length, now: parts.now })
    this.history = createBitcoinHistory(chain, {
      prices: this.#prices,
      tips: this.#tips,
      now: parts.now,
    })
  }

  async holdings(
    account: Account,
    { named, signal }: { named: readonly Key[] | undefined; signal: AbortSignal },
  ): Promise<AccountHoldings> {
    const [{ certain, pending, isComplete }, price] = await Promise.all([
      this.#balance(account, named !== undefined, signal),
      this.#price(signal),
    ])
    return {
      holdings: [{ token: nativeToken(this.#chain), amount: certain, listed: true, pending }],
      prices: new Map(price === undefined ? [] : [[nativeTokenAddress, price]]),
      isComplete,
    }
  }

  /** Only the coin has a price. */
  async pricesOf(tokens: readonly Key[], signal: AbortSignal): Promise<readonly PricedToken[]> {
    if (!tokens.includes(nativeTokenAddress)) return []
    const dollars = await this.#prices.now(signal)
    return dollars === undefined ? [] : [{ token: nativeToken(this.#chain), listed: true, dollars }]
  }

  /** The price of bitcoin gives the rate of the currency `btc`; coins of test networks do not. */
  async dollarsOf(symbols: readonly string[], signal: AbortSignal): Promise<number | undefined> {
    return this.#chain.networkId === bitcoinMainnetId && symbols.includes('BTC')
      ? this.#price(signal)
      : undefined
  }

  async #balance(account: Account, isFresh: boolean, signal: AbortSignal): Promise<Balance> {
    const { networkId } = this.#chain
    const key = [networkId, ...account.addresses.map((address) => address.key)].join()
    if (!isFresh) return this.#balances.get(key, (stop) => this.#read(account, stop), signal)
    const balance = await this.#read(account, signal)
    this.#balances.set(key, balance)
    return balance
  }

  async #read(account: Account, signal: AbortSignal): Promise<Balance> {
    const addresses = ownAddresses(account, this.#chain.networkId)
    const { isRecent } = this.#tips
    const found = await this.#chain.nodes.agreed<Found>(
      (request, limited) =>
        atOneTip(request, { isRecent, signal: limited }, () =>
          readBalance(request, addresses, limited),
        ),
      joinBalances,
      signal,
    )
    this.#tips.saw(found)
    return found.value
  }

  /** The present price. Undefined if the source does not answer: a balance is useful without. */
  async #price(signal: AbortSignal): Promise<number | undefined> {
    try {
      return await this.#prices.now(signal)
    } catch (error) {
      if (error instanceof PricesError) return undefined
      throw error
    }
  }
}

/** `isAgreed`: two nodes have said so. */
type Found = { tip: Tip; value: Balance; isAgreed?: true }

/**
 * Joins the balances of two nodes. What is in blocks has to be the same. What waits may differ,
 * because nodes learn of it at different times: then the lower amounts count, and are incomplete.
 */
function joinBalances(first: Found, second: Found): Found | undefined {
  const isSame = first.value.confirmed.every(
    (amount, index) => amount === second.value.confirmed[index],
  )
  if (!isSame) return undefined
  const isSettled =
    first.value.certain === second.value.certain && first.value.pending === second.value.pending
  const lower = (a: bigint, b: bigint) => (a < b ? a : b)
  return {
    isAgreed: true,
    tip: lowerTip(first.tip, second.tip),
    value: {
      confirmed: first.value.confirmed,
      certain: lower(first.value.certain, second.value.certain),
      pending: lower(first.value.pending, second.value.pending),
      isComplete: isSettled && first.value.isComplete && second.value.isComplete,
    },
  }
}
