import { isObject } from '@latchkey/protocol/isObject'
import { askNode, askQuantity, quantityOf } from '../../rpc/askNode.ts'
import type { RequestedTransaction } from '../../rpc/readTransaction.ts'
import type { Network } from '../../wallet/network.ts'
import type { Wallet } from '../../wallet/Wallet.ts'

/** Wei per unit of gas. EIP-1559 where the chain has it. */
export type Price =
  | { type: 'eip1559'; maxFeePerGas: bigint; maxPriorityFeePerGas: bigint }
  | { type: 'legacy'; gasPrice: bigint }

/** The network's current price of a unit of gas, in wei. */
export type Market =
  | { type: 'eip1559'; base: bigint; priority: bigint }
  | { type: 'legacy'; gasPrice: bigint }

/** The fields of a transaction with which a site may give a price. */
export type RequestedPrice = Pick<
  RequestedTransaction,
  'gasPrice' | 'maxFeePerGas' | 'maxPriorityFeePerGas'
>

/** Priority fee in wei per unit of gas where the node does not suggest one. */
const ownPriority = 1_000_000_000n
/**
 * The wallet never pays more than this many times its own price, whatever the site and the
 * visitor choose.
 */
const maxFactor = 50n
/** On a network without a price, the maximum in wei per unit of gas. */
const maxWhereFree = 1_000_000_000n
/**
 * A tenth of the node's suggested priority fee is still enough to get a transaction mined.
 */
const lessPriority = 10n

/**
 * Asks the node for the price of gas. eth_getBlockByNumber, eth_maxPriorityFeePerGas, eth_gasPrice
 * @throws Fault when the node does not answer
 */
export async function askMarket(
  wallet: Pick<Wallet, 'server'>,
  network: Network,
  signal?: AbortSignal,
): Promise<Market> {
  const block = await askNode(wallet, network, {
    method: 'eth_getBlockByNumber',
    params: ['latest', false],
    signal,
  })
  const base = isObject(block) ? block['baseFeePerGas'] : undefined
  if (typeof base !== 'string')
    return {
      type: 'legacy',
      gasPrice: await askQuantity(wallet, network, { method: 'eth_gasPrice', params: [], signal }),
    }
  const priority = await askQuantity(wallet, network, {
    method: 'eth_maxPriorityFeePerGas',
    params: [],
    signal,
  }).catch(() => ownPriority)
  return { type: 'eip1559', base: quantityOf(base), priority }
}

/** The wallet's price where the site gives none. */
export const usualPrice = (market: Market): Price =>
  market.type === 'legacy'
    ? market
    : {
        type: 'eip1559',
        maxFeePerGas: market.base * 2n + market.priority,
        maxPriorityFeePerGas: market.priority,
      }

/** The maximum price of a unit of gas, in wei. */
export const maxPerGas = (price: Price): bigint =>
  price.type === 'legacy' ? price.gasPrice : price.maxFeePerGas

/**
 * The price that is offered for a transaction: the site's price, if the network accepts it
 * now.
 * - A lower price would stay in the queue and block all later transactions of the account.
 *   The wallet's own price replaces it.
 * - A much higher price is cut.
 */
export function priceOf(market: Market, requestedPrice: RequestedPrice): Price {
  const usual = usualPrice(market)
  const max = maxPerGas(usual) * maxFactor || maxWhereFree
  const cut = (price: bigint) => (price > max ? max : price)
  const min =
    market.type === 'legacy' ? market.gasPrice / 2n : market.base + market.priority / lessPriority
  if (requestedPrice.gasPrice !== undefined)
    return requestedPrice.gasPrice < min
      ? usual
      : { type: 'legacy', gasPrice: cut(requestedPrice.gasPrice) }
  if (market.type === 'legacy') return usual
  const requested = requestedPrice.maxPriorityFeePerGas ?? market.priority
  const priority = requested < market.priority / lessPriority ? market.priority : requested
  const maxFeePerGas = cut(requestedPrice.maxFeePerGas ?? market.base * 2n + priority)
  if (maxFeePerGas < min) return usual
  return {
    type: 'eip1559',
    maxFeePerGas,
    maxPriorityFeePerGas: priority < maxFeePerGas ? priority : maxFeePerGas,
  }
}
