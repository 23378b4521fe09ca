import { nativeTokenAddress } from '@latchkey/protocol/nativeToken'
import type { OnrampOptions } from '@latchkey/protocol/onramp'
import { onrampMaxText } from '@latchkey/protocol/onrampMax'
import type { sellerQuotes } from '@latchkey/protocol/seller'
import { textOfCents } from '@latchkey/server/cents'
import { createSharedCache } from '@latchkey/server/sharedCache'
import { createTurns } from '@latchkey/server/turns'
import type * as v from 'valibot'
import { NodesError } from '../chain/nodesError.ts'
import { assetsOf, keyOf, type Asset, type Hex, type SoldChain } from '../chain/soldChain.ts'
import { Refusal } from '../refusal.ts'
import type { Stock } from '../treasury/createStock.ts'
import { PricesError, type Prices } from './createPrices.ts'
import { methods, paymentCurrencies, type Method } from './methods.ts'
import { maxPayment, priceOffer, scale, scaled, type Price } from './priceOffer.ts'

/**
 * Milliseconds. `offer`: how long an offer is valid. `cost`: how long the cost of a payout is
 * cached.
 */
const times = { offer: 120_000, cost: 10_000 }
/** The highest accepted price, in any currency. A higher price is taken for an error of a pool. */
const maxPrice = 1e12

/** Maximum of tokens whose stock is read concurrently. */
const maxRequests = 4
/** The smallest minimum of all payment methods, in cents. */
const smallestMinimum = methods.reduce(
  (smallest, { min }) => (min < smallest ? min : smallest),
  methods[0]?.min ?? 0n,
)

/** The parameters of a request for offers. */
export type OfferRequest = v.InferOutput<typeof sellerQuotes.body>
/** The offer of one payment method, valid until `expiresAt`. */
export type Offer = v.InferOutput<typeof sellerQuotes.answer>[number]

export type OffersOptions = {
  chains: readonly SoldChain[]
  /** Symbols of the sold tokens; undefined: all tokens are sold. */
  symbols: readonly string[] | undefined
  prices: Prices
  stock: Stock
  now: () => number
}

/** Sells the coins and the listed tokens of chains, at the prices of the API. */
export class Offers {
  readonly #options: OffersOptions
  readonly #assets: readonly Asset[]
  readonly #costs

  constructor(options: OffersOptions) {
    this.#options = options
    this.#assets = assetsOf(options.chains, options.symbols)
    this.#costs = createSharedCache<bigint>({ lifetime: times.cost, max: 100, now: options.now })
  }

  /** The tokens that can be bought now, and the currencies in which a visitor can pay. */
  async options(signal: AbortSignal): Promise<OnrampOptions> {
    const { chains } = this.#options
    const sold = (await Promise.all(chains.map((chain) => this.#soldOn(chain, signal)))).flat()
    const isTaken = await Promise.all(paymentCurrencies.map((id) => this.#hasRate(id, signal)))
    return {
      paymentCurrencies: paymentCurrencies
        .filter((_, index) => isTaken[index])
        .map((id) => ({
          id,
          payment_method_limits: methods.map((method) => ({
            id: method.id,
            min: textOfCents(method.min),
            max: textOfCents(method.max),
          })),
        })),
      purchaseCurrencies: [...new Set(sold.map(({ symbol }) => symbol))].map((symbol) => {
        const on = sold.filter((asset) => asset.symbol === symbol)
        return {
          id: symbol,
          name: on[0]?.name ?? symbol,
          symbol,
          networks: on.map(({ chain, token }) => ({
            name: chain.networkId,
            display_name: chain.name,
            chain_id: chain.chainId,
            contract_address: token,
          })),
        }
      }),
    }
  }

  /**
   * An offer for each payment method that accepts the amount.
   * @throws Refusal for a token that is not sold or has no price, for an amount that no method
   *   accepts, and for more than the stock; NodesError; PricesError; DatabaseError
   */
  async quotes(wanted: OfferRequest, signal: AbortSignal): Promise<readonly Offer[]> {
    const asset = this.#assetFor(wanted)
    const within = methodsFor(wanted)
    const price = await this.#priceOf(asset, wanted.currency, signal)
    const offers = within.flatMap((method) => this.#offer(asset, method, wanted, price) ?? [])
    if (offers.length === 0) throw new Refusal('sourceAmount', 'The fees are more than the amount')
    const units = await this.#options.stock.of(asset.chain, asset.token, signal)
    const inStock = offers.filter(({ amount }) => amount <= units)
    if (inStock.length > 0) return inStock
    const max = within
      .map((method) => maxPayment(asset.decimals, method, units, price))
      .reduce((a, b) => (b > a ? b : a), 0n)
    throw new Refusal(
      'sourceAmount',
      max > 0n
        ? onrampMaxText(textOfCents(max), wanted.currency)
        : 'There is not as much of this currency now',
    )
  }

  /**
   * The text of an account to which tokens can be sent.
   * @throws Refusal for a key that is no account of the network, and for the treasury, which would
   *   send tokens to itself
   */
  walletText(networkId: string, wallet: Hex): string {
    const chain = this.#options.chains.find((chain) => chain.networkId === networkId)
    const text = chain?.addressText(keyOf(wallet))
    if (text === undefined || keyOf(wallet) === chain?.treasury)
      throw new Refusal('walletAddress', 'Tokens cannot be sent to this address')
    return text
  }

  /** Whether the treasury has enough tokens for an offer now. @throws NodesError; DatabaseError */
  async isInStock(
    { networkId, token, amount }: Pick<Offer, 'networkId' | 'token' | 'amount'>,
    signal: AbortSignal,
  ): Promise<boolean> {
    const { chains, stock } = this.#options
    const chain = chains.find((chain) => chain.networkId === networkId)
    return chain !== undefined && amount <= (await stock.of(chain, token, signal))
  }

  #assetFor({ symbol, networkId }: OfferRequest): Asset {
    const asset = this.#assets.find(
      (asset) =>
        asset.symbol === symbol && (networkId === undefined || asset.chain.networkId === networkId),
    )
    if (!asset) throw new Refusal('destinationCurrencyCode', 'This currency is not sold here')
    return asset
  }

  #offer(
    { chain, token, symbol, decimals }: Asset,
    method: Method,
    { cents, currency }: OfferRequest,
    price: Price,
  ): Offer | undefined {
    const bought = priceOffer(decimals, method, cents, price)
    return (
      bought && {
        method: method.id,
        currency,
        cents,
        ...bought,
        networkFee: price.networkFee,
        networkId: chain.networkId,
        token,
        symbol,
        decimals,
        expiresAt: this.#options.now() + times.offer,
      }
    )
  }

  async #priceOf({ chain, token }: Asset, currency: string, signal: AbortSignal): Promise<Price> {
    const prices = await this.#options.prices(chain, currency, signal)
    const price = prices.get(token)
    if (price === undefined || price > maxPrice)
      throw new Refusal('destinationCurrencyCode', 'This currency has no price now')
    const coin = prices.get(nativeTokenAddress)
    if (coin === undefined) throw new PricesError('The coin has no price')
    return {
      unit: scaled(price),
      networkFee: await this.#networkFeeOf(chain, token, coin, signal),
    }
  }

  /** The cost of a payout in cents, rounded up. @param coin the price of one coin */
  async #networkFeeOf(
    chain: SoldChain,
    token: Hex,
    coin: number,
    signal: AbortSignal,
  ): Promise<bigint> {
    const cost = await this.#costs.get(
      `${chain.networkId} ${token}`,
      (stop) => chain.payoutCost(token, stop),
      signal,
    )
    const unit = 10n ** BigInt(chain.nativeCurrency.decimals) * scale
    return (cost * 100n * scaled(coin) + unit - 1n) / unit
  }

  /** Whether the API has prices in a currency. It always has prices in US dollars. */
  async #hasRate(currency: string, signal: AbortSignal): Promise<boolean> {
    if (currency === 'USD') return true
    const { chains, prices } = this.#options
    const known = await Promise.allSettled(chains.map((chain) => prices(chain, currency, signal)))
    return known.some(({ status }) => status === 'fulfilled')
  }

  /**
   * The tokens of a chain that have a price now, and whose stock is worth at least the smallest
   * payment. Empty while the chain or the API does not answer.
   */
  async #soldOn(chain: SoldChain, signal: AbortSignal): Promise<Asset[]> {
    const { prices, stock } = this.#options
    const inDollars = await prices(chain, 'USD', signal).catch(whenDown(new Map<Hex, number>()))
    const turns = createTurns(maxRequests)
    const sold = await Promise.all(
      this.#assets
        .filter((asset) => asset.chain === chain && inDollars.has(asset.token))
        .map((asset) =>
          turns.run(async () => {
            const units = await stock.of(chain, asset.token, signal).catch(whenDown(0n))
            const value = units * scaled(inDollars.get(asset.token) ?? 0) * 100n
            return value >= smallestMinimum * 10n ** BigInt(asset.decimals) * scale ? [asset] : []
          }),
        ),
    )
    return sold.flat()
  }
}

/** The payment methods that accept the amount. @throws Refusal */
function methodsFor({ method, currency, cents }: OfferRequest): readonly Method[] {
  const named = methods.filter(({ id }) => method === undefined || id === method)
  if (named.length === 0) throw new Refusal('paymentMethodType', 'This payment method is not taken')
  if (!paymentCurrencies.some((entry) => entry === currency))
    throw new Refusal('sourceCurrencyCode', 'This currency is not taken')
  const within = named.filter(({ min, max }) => cents >= min && cents <= max)
  if (within.length === 0)
    throw new Refusal('sourceAmount', `Expected ${rangeOf(named)} ${currency}`)
  return within
}

function rangeOf(taken: readonly Method[]): string {
  const [first, ...others] = taken.toSorted((a, b) => Number(a.min - b.min))
  const max = others.reduce((highest, { max }) => (max > highest ? max : highest), first?.max ?? 0n)
  return `${textOfCents(first?.min ?? 0n)} to ${textOfCents(max)}`
}

/**
 * Makes an error handler that returns a value while a chain or the API is down. It rethrows other
 * errors.
 */
const whenDown =
  <value>(value: value) =>
  (error: unknown): value => {
    if (error instanceof NodesError || error instanceof PricesError) return value
    throw error
  }
