import { isObject } from '@latchkey/protocol/isObject'
import { askNode, askQuantity, quantityOf } from '../../rpc/askNode.ts'
import type { RequestedTransaction } from '../../rpc/readTransaction.ts'
import type { Network } from '../../wallet/network.ts'
import type { Wallet } from '../../wallet/Wallet.ts'

/** Wei a unit of gas. EIP-1559 where the chain has it. */
export type Price =
  | { type: 'eip1559'; maxFeePerGas: bigint; maxPriorityFeePerGas: bigint }
  | { type: 'legacy'; gasPrice: bigint }

/** What the network asks for a unit of gas at this moment, in wei. */
export type Market =
  | { type: 'eip1559'; base: bigint; priority: bigint }
  | { type: 'legacy'; gasPrice: bigint }

/** The part of a transaction that a site may give a price in. */
export type RequestedPrice = Pick<
  RequestedTransaction,
  'gasPrice' | 'maxFeePerGas' | 'maxPriorityFeePerGas'
>

/** Wei a unit of gas that a validator is offered where the node has no advice. */
const ownPriority = 1_000_000_000n
/**
 * The wallet never pays more than this many times its own price, whatever the site and the visitor
 * say.
 */
const maxFactor = 50n
/** Nor more than this, in wei a unit of gas, on a network that asks for nothing. */
const maxWhereFree = 1_000_000_000n
/** A tenth of what the node advises for the validator still gets a transaction mined. */
const lessPriority = 10n

/**
 * Asks the node for the price of gas. eth_getBlockByNumber, eth_maxPriorityFeePerGas, eth_gasPrice
 * @throws Fault when it does not answer
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

/** What the wallet offers where the site gives no price. */
export const usualPrice = (market: Market): Price =>
  market.type === 'legacy'
    ? market
    : {
        type: 'eip1559',
        maxFeePerGas: market.base * 2n + market.priority,
        maxPriorityFeePerGas: market.priority,
      }

/** Most wei that a unit of gas costs. */
export const maxPerGas = (price: Price): bigint =>
  price.type === 'legacy' ? price.gasPrice : price.maxFeePerGas

/**
 * What is offered for a transaction: the site's price, where the network takes it now. One below
 * that would lie in the queue and hold up all later transactions of the account: the wallet's own
 * price takes its place. One far above is cut.
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
