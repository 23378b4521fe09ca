import { decodeFunctionResult, encodeFunctionData, parseAbi, type Hex } from 'viem'
import { nativeTokenAddress } from '@latchkey/protocol/nativeToken'
import type { ListedToken } from '../options.ts'
import type { Chain } from './chain.ts'
import { multicall } from './multicall.ts'

const factoryAbi = parseAbi(['function getPair(address, address) view returns (address)'])
const pairAbi = parseAbi(['function getReserves() view returns (uint112, uint112, uint32)'])

/** US dollars on one side of a pool below which it is too shallow to say what anything is worth. */
const leastDepth = 1

type Token = Pick<ListedToken, 'address' | 'decimals'>
/** What a pool says: the price of one whole token in whole quote tokens, and how many of those it holds. */
type Quote = { price: number; depth: number }

/**
 * Prices in US dollars by lower-case address, the native coin's under 0xeeee…; absent where no pool knows. A price is the
 * ratio of the reserves of the deeper of two pools: with the dollar token, or with the wrapped coin.
 * Source: Uniswap v2 factory `getPair`, pair `getReserves`, in two `eth_call`s.
 * @throws NodesError
 */
export async function readPrices(chain: Chain, tokens: readonly Token[], signal: AbortSignal): Promise<Map<string, number>> {
  const { dex } = chain
  if (!dex) return new Map()
  const dollar = { address: dex.usd, decimals: chain.tokens.find((token) => token.address === dex.usd)?.decimals ?? 18 }
  const coin = { address: dex.weth, decimals: chain.nativeCurrency.decimals }
  const asked = tokens.filter((token) => token.address !== dollar.address && token.address !== coin.address && token.address !== nativeTokenAddress)
  const markets = [{ token: coin, quote: dollar }, ...asked.flatMap((token) => [{ token, quote: dollar }, { token, quote: coin }])]
  const [coinInDollars, ...quotes] = await readQuotes(chain, dex.factory, markets, signal)

  const prices = new Map([[dollar.address as string, 1]])
  const coinPrice = coinInDollars && coinInDollars.depth >= leastDepth ? coinInDollars.price : undefined
  if (coinPrice !== undefined) prices.set(coin.address, coinPrice).set(nativeTokenAddress, coinPrice)
  asked.forEach((token, index) => {
    const price = deeper(quotes[2 * index], inDollars(quotes[2 * index + 1], coinPrice))
    if (price !== undefined) prices.set(token.address, price)
  })
  return prices
}

function inDollars(quote: Quote | undefined, coinPrice: number | undefined): Quote | undefined {
  return quote && coinPrice !== undefined ? { price: quote.price * coinPrice, depth: quote.depth * coinPrice } : undefined
}

function deeper(first: Quote | undefined, second: Quote | undefined): number | undefined {
  const best = (first?.depth ?? 0) >= (second?.depth ?? 0) ? first : second
  return best && best.depth >= leastDepth && Number.isFinite(best.price) ? best.price : undefined
}

async function readQuotes(chain: Chain, factory: `0x${string}`, markets: readonly { token: Token; quote: Token }[], signal: AbortSignal) {
  const pairs = await multicall(chain, markets.map(({ token, quote }) => ({
    target: factory,
    callData: encodeFunctionData({ abi: factoryAbi, functionName: 'getPair', args: [token.address, quote.address] }),
  })), signal)
  const callData = encodeFunctionData({ abi: pairAbi, functionName: 'getReserves' })
  // A market without a pool has the pair 0x0, which answers nothing.
  const reserves = await multicall(chain, pairs.map((pair) => ({ target: pairAddress(pair), callData })), signal)
  return markets.map(({ token, quote }, index) => toQuote(token, quote, reserves[index]))
}

function pairAddress(answer: Hex | undefined): `0x${string}` {
  return answer?.length === 66 ? `0x${answer.slice(26)}` : `0x${'0'.repeat(40)}`
}

function toQuote(token: Token, quote: Token, answer: Hex | undefined): Quote | undefined {
  if (!answer || answer.length < 2 + 3 * 64) return undefined
  const [first, second] = decodeFunctionResult({ abi: pairAbi, functionName: 'getReserves', data: answer })
  // A pair sorts its two tokens by address.
  const [own, other] = BigInt(token.address) < BigInt(quote.address) ? [first, second] : [second, first]
  if (own === 0n || other === 0n) return undefined
  return {
    price: ratio(other * 10n ** BigInt(token.decimals), own * 10n ** BigInt(quote.decimals)),
    depth: ratio(other, 10n ** BigInt(quote.decimals)),
  }
}

/** Digits kept of a quotient before it becomes a floating-point number. */
const precision = 10n ** 36n

function ratio(numerator: bigint, denominator: bigint): number {
  return Number((numerator * precision) / denominator) / Number(precision)
}
