import { isObject } from '@latchkey/protocol/isObject'
import { askNode, askQuantity, NodeFault, quantityOf } from '../../rpc/askNode.ts'
import { toQuantity } from '../../rpc/hex.ts'
import type { WantedTransaction } from '../../rpc/readTransaction.ts'
import type { Network } from '../../wallet/network.ts'
import type { Wallet } from '../../wallet/Wallet.ts'
import { reasonOf } from './reasonOf.ts'

/** What the transaction is signed with: units of gas, and wei a unit. EIP-1559 where the chain has it. */
export type Cost = { gas: bigint } & ({ type: 'eip1559'; maxFeePerGas: bigint; maxPriorityFeePerGas: bigint } | { type: 'legacy'; gasPrice: bigint })

/** What the node says before the transaction is sent. */
export type Estimate = {
  cost: Cost
  /** Most wei that the fee can be. */
  fee: bigint
  /** Most wei that the fee would be if the site gave no gas and no price. */
  usualFee: bigint
  /** Wei that the account has. */
  balance: bigint
  /** The node ran the transaction, and it failed; `reason` is the contract's own sentence. */
  failure?: { reason?: string }
}

/** Wei a unit of gas that a validator is offered where the node has no advice. */
const ownPriority = 1_000_000_000n
/** Gas of a transaction that fails in advance, for a visitor who sends it all the same. */
const failingGas = 500_000n

type Asker = Pick<Wallet, 'server'>

/** Asks the node what a transaction costs, and whether it works. @throws Fault when the node does not answer */
export async function estimate(wallet: Asker, network: Network, { address, transaction, signal }: { address: string; transaction: WantedTransaction; signal?: AbortSignal }): Promise<Estimate> {
  const [ran, price, usualPrice, balance] = await Promise.all([
    run(wallet, network, { address, transaction, signal }),
    priceOf(wallet, network, transaction, signal),
    isPriced(transaction) ? priceOf(wallet, network, {}, signal) : undefined,
    askQuantity(wallet, network, { method: 'eth_getBalance', params: [address, 'latest'], signal }),
  ])
  const usualGas = 'gas' in ran ? withMargin(ran.gas) : failingGas
  const gas = transaction.gas ?? usualGas
  const cost: Cost = { gas, ...price }
  return { cost, fee: gas * mostPerGas(price), usualFee: usualGas * mostPerGas(usualPrice ?? price), balance, ...('failure' in ran && { failure: ran.failure }) }
}

/** A plain payment takes exactly its gas; a contract may take more by the time it is mined. */
const withMargin = (gas: bigint) => (gas === 21_000n ? gas : (gas * 5n) / 4n)

async function run(wallet: Asker, network: Network, { address, transaction, signal }: { address: string; transaction: WantedTransaction; signal?: AbortSignal }): Promise<{ gas: bigint } | { failure: { reason?: string } }> {
  const { to, value, data } = transaction
  try {
    return { gas: await askQuantity(wallet, network, { method: 'eth_estimateGas', params: [{ from: address, ...(to && { to }), value: toQuantity(value), data }], signal }) }
  } catch (error) {
    if (!(error instanceof NodeFault)) throw error
    const reason = reasonOf(error)
    return { failure: reason === undefined ? {} : { reason } }
  }
}

type Price = { type: 'eip1559'; maxFeePerGas: bigint; maxPriorityFeePerGas: bigint } | { type: 'legacy'; gasPrice: bigint }
type WantedPrice = Pick<WantedTransaction, 'gasPrice' | 'maxFeePerGas' | 'maxPriorityFeePerGas'>

const isPriced = ({ gasPrice, maxFeePerGas, maxPriorityFeePerGas }: WantedPrice) => [gasPrice, maxFeePerGas, maxPriorityFeePerGas].some((price) => price !== undefined)
const mostPerGas = (price: Price) => (price.type === 'legacy' ? price.gasPrice : price.maxFeePerGas)

async function priceOf(wallet: Asker, network: Network, wanted: WantedPrice, signal?: AbortSignal): Promise<Price> {
  if (wanted.gasPrice !== undefined) return { type: 'legacy', gasPrice: wanted.gasPrice }
  const block = await askNode(wallet, network, { method: 'eth_getBlockByNumber', params: ['latest', false], signal })
  const base = isObject(block) ? block['baseFeePerGas'] : undefined
  if (typeof base !== 'string') return { type: 'legacy', gasPrice: await askQuantity(wallet, network, { method: 'eth_gasPrice', params: [], signal }) }
  const advised = wanted.maxPriorityFeePerGas ?? (await askQuantity(wallet, network, { method: 'eth_maxPriorityFeePerGas', params: [], signal }).catch(() => ownPriority))
  const maxFeePerGas = wanted.maxFeePerGas ?? quantityOf(base) * 2n + advised
  return { type: 'eip1559', maxFeePerGas, maxPriorityFeePerGas: advised < maxFeePerGas ? advised : maxFeePerGas }
}
