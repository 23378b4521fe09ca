import * as v from 'valibot'
import { readShape } from '@latchkey/protocol/border'
import { nativeTokenAddress } from '@latchkey/protocol/nativeToken'
import type { OnrampOptions } from '@latchkey/protocol/onramp'
import { onrampMaxText } from '@latchkey/protocol/onrampMax'
import { createTurns } from '@latchkey/server/turns'
import { ApiError } from '../../apiError.ts'
import type { Rates } from '../../options.ts'
import type { EvmPrices } from '../../chains/evm/evmChain.ts'
import { NodesError } from '../../providers/nodes.ts'
import { createSharedCache } from '../../sharedCache.ts'
import { partOf, textOfCents } from '../cents.ts'
import type { Offer, OfferRequest } from '../onrampProvider.ts'
import type { Stock } from '../treasury/createStock.ts'
import { methods, paymentCurrencies, type Method } from './methods.ts'
import { chainIdOf, type ServedEvmChain } from '../../chains/evm/evmChain.ts'

/** Milliseconds for which an offer is valid, and for which the price of gas is cached. */
const times = { offer: 120_000, gas: 10_000 }
/** Gas of a payout: of the coin, and of a token. */
const gas = { coin: 21_000n, token: 80_000n }
/** The factor with which prices are calculated as whole numbers. */
const scale = 10n ** 18n

/** A price above this is taken for an error of a pool, in any currency. */
const maxPrice = 1e12

/** Maximum of tokens whose stock is read at once. */
const maxRequests = 4
/** The smallest payment of any method, in cents. */
const smallestMinimum = methods.reduce(
  (one, { min }) => (min < one ? min : one),
  methods[0]?.min ?? 0n,
)

/** A token that is sold on a chain. */
type Asset = {
  chain: ServedEvmChain
  token: `0x${string}`
  name: string
  symbol: string
  decimals: number
}

/** The tokens that the sandbox sells, with their prices. */
export type Offers = {
  options(signal: AbortSignal): Promise<OnrampOptions>
  /** @throws ApiError 400 for a token that is not sold, or for more than the stock; NodesError */
  quotes(wanted: OfferRequest, signal: AbortSignal): Promise<readonly Offer[]>
  /**
   * Whether the offer can be paid out now.
   * @throws NodesError
   */
  isInStock(offer: Offer, signal: AbortSignal): Promise<boolean>
}

const price = v.pipe(
  v.string(),
  v.regex(/^0x[0-9a-f]{1,64}$/i),
  v.transform((text) => BigInt(text)),
)

/**
 * Sells the coins and the listed tokens of chains, at the API's own prices.
 * @param options.symbols symbols of the sold tokens; undefined: all
 */
export function createOffers({
  provider,
  chains,
  symbols,
  state,
  rates,
  stock,
  now,
}: {
  provider: string
  chains: readonly ServedEvmChain[]
  symbols: readonly string[] | undefined
  state: { prices: EvmPrices }
  rates: Rates
  stock: Stock
  now: () => number
}): Offers {
  const gasPrices = createSharedCache<bigint>({ lifetime: times.gas, max: 100, now })
  const assets = chains
    .flatMap((chain): Asset[] => {
      const { name, symbol, decimals } = chain.nativeCurrency
      return [
        { chain, token: nativeTokenAddress, name, symbol, decimals },
        ...chain.tokens.map((token) => ({
          chain,
          token: token.address,
          name: token.name,
          symbol: token.symbol,
          decimals: token.decimals,
        })),
      ]
    })
    .filter((asset) => symbols?.includes(asset.symbol) ?? true)

  /**
   * Units of a currency for one US dollar.
   * @throws ApiError 400 where the rate is unknown
   */
  async function rateOf(currency: string, signal: AbortSignal): Promise<number> {
    const isTaken = paymentCurrencies.some((entry) => entry === currency)
    const rate = !isTaken ? undefined : currency === 'USD' ? 1 : await rates('eur', signal)
    if (rate === undefined)
      throw new ApiError(400, 'sourceCurrencyCode', 'This currency is not taken')
    return rate
  }

  /**
   * The tokens of a chain that have a price now, and a stock of at least the smallest payment.
   * Empty while the chain does not answer.
   */
  async function soldOn(chain: ServedEvmChain, signal: AbortSignal): Promise<Asset[]> {
    const prices = await state.prices(chain, signal).catch(noneWhenDown)
    const turns = createTurns(maxRequests)
    const sold = await Promise.all(
      assets
        .filter((asset) => asset.chain === chain)
        .map((asset) =>
          turns.run(async () => {
            const inDollars = prices.get(asset.token)
            if (inDollars === undefined) return []
            const units = await stock
              .of(chain, asset.token, signal)
              .catch((error: unknown) =>
                error instanceof NodesError ? 0n : Promise.reject(error as Error),
              ) // it was thrown
            return units * scaled(inDollars) * 100n >=
              smallestMinimum * 10n ** BigInt(asset.decimals) * scale
              ? [asset]
              : []
          }),
        ),
    )
    return sold.flat()
  }

  /** The cost of the payout, in cents, rounded up. */
  async function networkFeeOf(
    { chain, token }: Asset,
    prices: ReadonlyMap<string, number>,
    rate: number,
    signal: AbortSignal,
  ): Promise<bigint> {
    const coin = prices.get(nativeTokenAddress)
    if (coin === undefined) throw new NodesError('The coin has no price')
    const gasPrice = await gasPrices.get(
      chain.networkId,
      async (stop) => readShape(price, await chain.nodes.request('eth_gasPrice', [], stop)),
      signal,
    )
    const cost = gasPrice * (token === nativeTokenAddress ? gas.coin : gas.token)
    const unit = 10n ** BigInt(chain.nativeCurrency.decimals) * scale
    return (cost * 100n * scaled(coin * rate) + unit - 1n) / unit
  }

  function offerOf(
    asset: Asset,
    method: Method,
    { cents, currency }: OfferRequest,
    unitPrice: bigint,
    networkFee: bigint,
  ): Offer | undefined {
    const transactionFee = partOf(cents, method.fee)
    const remaining = cents - transactionFee - networkFee
    const amount =
      remaining <= 0n || unitPrice === 0n
        ? 0n
        : (remaining * 10n ** BigInt(asset.decimals) * scale) / (unitPrice * 100n)
    if (amount === 0n) return undefined
    return {
      provider,
      method: method.id,
      currency,
      cents,
      transactionFee,
      networkFee,
      networkId: asset.chain.networkId,
      token: asset.token,
      symbol: asset.symbol,
      decimals: asset.decimals,
      amount,
      expiresAt: now() + times.offer,
    }
  }

  return {
    async options(signal) {
      const sold = (await Promise.all(chains.map((chain) => soldOn(chain, signal)))).flat()
      const taken = await Promise.all(
        paymentCurrencies.map(async (id) =>
          (await rateOf(id, signal).catch(() => undefined)) === undefined ? [] : [id],
        ),
      )
      return {
        paymentCurrencies: taken.flat().map((id) => ({
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
              chain_id: chainIdOf(chain),
              contract_address: token,
            })),
          }
        }),
      }
    },

    async quotes(wanted, signal) {
      const asset = assets.find(
        ({ chain, symbol }) =>
          symbol === wanted.symbol &&
          (wanted.networkId === undefined || chain.networkId === wanted.networkId),
      )
      if (!asset)
        throw new ApiError(400, 'destinationCurrencyCode', 'This currency is not sold here')
      const taken = methods.filter(({ id }) => wanted.method === undefined || id === wanted.method)
      if (taken.length === 0)
        throw new ApiError(400, 'paymentMethodType', 'This payment method is not taken')
      const rate = await rateOf(wanted.currency, signal)
      const within = taken.filter(({ min, max }) => wanted.cents >= min && wanted.cents <= max)
      if (within.length === 0)
        throw new ApiError(400, 'sourceAmount', `Expected ${rangeOf(taken)} ${wanted.currency}`)
      const prices = await state.prices(asset.chain, signal)
      const inDollars = prices.get(asset.token)
      if (inDollars === undefined || inDollars * rate > maxPrice)
        throw new ApiError(400, 'destinationCurrencyCode', 'This currency has no price now')
      const networkFee = await networkFeeOf(asset, prices, rate, signal)
      const offers = within.flatMap(
        (method) => offerOf(asset, method, wanted, scaled(inDollars * rate), networkFee) ?? [],
      )
      if (offers.length === 0)
        throw new ApiError(400, 'sourceAmount', 'The fees are more than the amount')
      const units = await stock.of(asset.chain, asset.token, signal)
      const there = offers.filter(({ amount }) => amount <= units)
      if (there.length === 0) {
        const max = within
          .map((method) =>
            maxAmountOf(units, method, (cents) =>
              offerOf(asset, method, { ...wanted, cents }, scaled(inDollars * rate), networkFee),
            ),
          )
          .reduce((a, b) => (b > a ? b : a), 0n)
        throw new ApiError(
          400,
          'sourceAmount',
          max > 0n
            ? onrampMaxText(textOfCents(max), wanted.currency)
            : 'There is not as much of this currency now',
        )
      }
      return there
    },

    async isInStock({ networkId, token, amount }, signal) {
      const chain = chains.find((chain) => chain.networkId === networkId)
      return chain !== undefined && amount <= (await stock.of(chain, token, signal))
    },
  }
}

/**
 * The largest payment in cents that the stock covers; 0 where that is below the method's minimum.
 * More cents never buy less, so a binary search finds it.
 */
function maxAmountOf(
  units: bigint,
  { min, max }: Method,
  offerOf: (cents: bigint) => Offer | undefined,
): bigint {
  const fits = (cents: bigint) => (offerOf(cents)?.amount ?? 0n) <= units
  if (!fits(min)) return 0n
  let [low, high] = [min, max]
  while (low < high) {
    const middle = (low + high + 1n) / 2n
    if (fits(middle)) low = middle
    else high = middle - 1n
  }
  return low
}

/** A price as a scaled whole number, also from a number with an exponent. */
const scaled = (value: number): bigint => {
  const [whole = '0', part = ''] = value.toFixed(18).split('.')
  return BigInt(whole) * scale + BigInt(part.padEnd(18, '0').slice(0, 18))
}

const rangeOf = (taken: readonly Method[]) => {
  const min = taken.reduce(
    (one, { min: other }) => (other < one ? other : one),
    taken[0]?.min ?? 0n,
  )
  const max = taken.reduce((one, { max: other }) => (other > one ? other : one), 0n)
  return `${textOfCents(min)} to ${textOfCents(max)}`
}

function noneWhenDown(error: unknown): ReadonlyMap<string, number> {
  if (error instanceof NodesError) return new Map()
  throw error
}
