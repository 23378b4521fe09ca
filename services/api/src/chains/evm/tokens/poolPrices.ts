import { decodeFunctionResult, encodeFunctionData, parseAbi, type Hex } from 'viem'
import { nativeTokenAddress } from '@latchkey/protocol/nativeToken'
import { multicall } from '../nodes/multicall.ts'
import type { CheckedEvmChain, EvmChain } from '../evmChain.ts'
import type { ListedToken } from '../../../optionParts.ts'

const factoryAbi = parseAbi(['function getPair(address, address) view returns (address)'])
const pairAbi = parseAbi(['function getReserves() view returns (uint112, uint112, uint32)'])

/** The minimum of US dollars on one side of a pool. A pool with less gives no price. */
const minDepth = 1

type Token = Pick<ListedToken, 'address' | 'decimals'>
/**
 * `price`: what one whole token costs in a pool, in whole quote tokens. `depth`: the number of
 * quote tokens in the pool.
 */
type Quote = { price: number; depth: number }

/** A token, and a token in which it may have a price, if they have a pool. */
type Market = { token: Token; quote: Token }

/**
 * Prices in US dollars by lower-case address; the native coin is under 0xeeee…. A token without a
 * pool is absent. Each token may have two pools: with the dollar token, and with the wrapped coin.
 * The price is the ratio of the reserves in the deeper pool. Source: Uniswap v2 factory `getPair`,
 * pair `getReserves`, in two combined calls
 * @throws NodesError
 */
export async function readPrices(
  chain: EvmChain,
  tokens: readonly Token[],
  signal: AbortSignal,
): Promise<Map<string, number>> {
  const markets = marketsOf(chain, tokens)
  return markets ? pricesIn(markets, await readQuotes(chain, markets, signal)) : new Map()
}

/** A pool and its reserves. The tokens are ordered by address. */
export type PoolReserves = { token0: string; token1: string; reserve0: bigint; reserve1: bigint }

/** Prices of the listed tokens, from the reserves that the pools had at a past time. */
export function pricesOf(
  chain: CheckedEvmChain,
  held: readonly PoolReserves[],
): Map<string, number> {
  const markets = marketsOf(chain, chain.tokens)
  if (!markets) return new Map()
  const byTokens = new Map(held.map((pool) => [`${pool.token0} ${pool.token1}`, pool]))
  return pricesIn(
    markets,
    markets.all.map(({ token, quote }) => {
      const pool = byTokens.get([token.address, quote.address].sort().join(' '))
      return pool && quoteOf(token, quote, pool.reserve0, pool.reserve1)
    }),
  )
}

/**
 * The existing pools that give the listed tokens their prices.
 * @throws NodesError
 */
export async function findPools(
  chain: EvmChain,
  signal: AbortSignal,
): Promise<{ address: `0x${string}`; token0: `0x${string}`; token1: `0x${string}` }[]> {
  const markets = marketsOf(chain, chain.tokens)
  if (!markets) return []
  const pairs = await readPairs(chain, markets, signal)
  return markets.all.flatMap(({ token, quote }, index) => {
    const address = pairAddress(pairs[index])
    const [token0 = quote.address, token1 = quote.address] = [token.address, quote.address].sort()
    return BigInt(address) === 0n ? [] : [{ address, token0, token1 }]
  })
}

type Markets = {
  factory: `0x${string}`
  dollar: Token
  coin: Token
  priced: readonly Token[]
  all: readonly Market[]
}

function marketsOf(
  { dex, tokens: listed, nativeCurrency }: CheckedEvmChain,
  tokens: readonly Token[],
): Markets | undefined {
  if (!dex) return undefined
  const dollar = {
    address: dex.usd,
    decimals: listed.find((token) => token.address === dex.usd)?.decimals ?? 18,
  }
  const coin = { address: dex.weth, decimals: nativeCurrency.decimals }
  const priced = tokens.filter(
    (token) =>
      token.address !== dollar.address &&
      token.address !== coin.address &&
      token.address !== nativeTokenAddress,
  )
  return {
    factory: dex.factory,
    dollar,
    coin,
    priced,
    all: [
      { token: coin, quote: dollar },
      ...priced.flatMap((token) => [
        { token, quote: dollar },
        { token, quote: coin },
      ]),
    ],
  }
}

function pricesIn(
  { dollar, coin, priced }: Markets,
  [coinInDollars, ...quotes]: readonly (Quote | undefined)[],
): Map<string, number> {
  const prices = new Map([[dollar.address as string, 1]])
  const coinPrice =
    coinInDollars && coinInDollars.depth >= minDepth ? coinInDollars.price : undefined
  if (coinPrice !== undefined)
    prices.set(coin.address, coinPrice).set(nativeTokenAddress, coinPrice)
  priced.forEach((token, index) => {
    const price = deeper(quotes[2 * index], inDollars(quotes[2 * index + 1], coinPrice))
    if (price !== undefined) prices.set(token.address, price)
  })
  return prices
}

function inDollars(quote: Quote | undefined, coinPrice: number | undefined): Quote | undefined {
  return quote && coinPrice !== undefined
    ? { price: quote.price * coinPrice, depth: quote.depth * coinPrice }
    : undefined
}

function deeper(first: Quote | undefined, second: Quote | undefined): number | undefined {
  const best = (first?.depth ?? 0) >= (second?.depth ?? 0) ? first : second
  return best && best.depth >= minDepth && Number.isFinite(best.price) ? best.price : undefined
}

function readPairs(chain: EvmChain, { factory, all }: Markets, signal: AbortSignal) {
  return multicall(
    chain,
    all.map(({ token, quote }) => ({
      target: factory,
      callData: encodeFunctionData({
        abi: factoryAbi,
        functionName: 'getPair',
        args: [token.address, quote.address],
      }),
    })),
    signal,
  )
}

async function readQuotes(chain: EvmChain, markets: Markets, signal: AbortSignal) {
  const pairs = await readPairs(chain, markets, signal)
  const callData = encodeFunctionData({ abi: pairAbi, functionName: 'getReserves' })
  // If there is no pool, the pair's address is zero, and the call answers with empty data.
  const reserves = await multicall(
    chain,
    pairs.map((pair) => ({ target: pairAddress(pair), callData })),
    signal,
  )
  return markets.all.map(({ token, quote }, index) => toQuote(token, quote, reserves[index]))
}

function pairAddress(answer: Hex | undefined): `0x${string}` {
  return answer?.length === 66 ? `0x${answer.slice(26)}` : `0x${'0'.repeat(40)}`
}

function toQuote(token: Token, quote: Token, answer: Hex | undefined): Quote | undefined {
  if (!answer || answer.length < 2 + 3 * 64) return undefined
  const [first, second] = decodeFunctionResult({
    abi: pairAbi,
    functionName: 'getReserves',
    data: answer,
  })
  return quoteOf(token, quote, first, second)
}

function quoteOf(token: Token, quote: Token, first: bigint, second: bigint): Quote | undefined {
  // A pair orders its two tokens by address.
  const [own, other] =
    BigInt(token.address) < BigInt(quote.address) ? [first, second] : [second, first]
  if (own === 0n || other === 0n) return undefined
  return {
    price: ratio(other * 10n ** BigInt(token.decimals), own * 10n ** BigInt(quote.decimals)),
    depth: ratio(other, 10n ** BigInt(quote.decimals)),
  }
}

/** The factor with which a quotient is calculated as a whole number. */
const precision = 10n ** 36n

function ratio(numerator: bigint, denominator: bigint): number {
  return Number((numerator * precision) / denominator) / Number(precision)
}
