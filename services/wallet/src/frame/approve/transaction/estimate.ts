import { bytesOf, maxLayerFee, readLayerFee } from '@latchkey/protocol/layerFee'
import { askNode, askQuantity, NodeFault } from '../../rpc/askNode.ts'
import { toQuantity } from '../../rpc/hex.ts'
import type { RequestedTransaction } from '../../rpc/readTransaction.ts'
import type { Network } from '../../wallet/network.ts'
import type { Wallet } from '../../wallet/Wallet.ts'
import type { PreparedOperation } from '../../smartAccount/operation.ts'
import type { Address } from '../decode/Effect.ts'
import { askMarket, maxPerGas, priceOf, usualPrice } from './priceOf.ts'
import type { Price } from './priceOf.ts'
import { reasonOf } from './reasonOf.ts'
import { simulate } from './simulate/simulate.ts'
import type { SimulatedCall, Simulation } from './simulate/Simulation.ts'

/**
 * The gas values that a transaction is signed with: units of gas, and wei per unit. EIP-1559
 * where the chain has it.
 */
export type Cost = { gas: bigint } & Price

/** The result of an approval: the shown costs, and the operation if the calls are one. */
export type Approved = { costs: readonly Cost[]; operation?: PreparedOperation }

/** The node's estimate before transactions are sent. */
export type Estimate = {
  /** The cost of each transaction. */
  costs: readonly Cost[]
  /** The total of the maximum fees in wei, including a rollup's additional fee. */
  fee: bigint
  /** The same total if the site had given no gas and no price. */
  usualFee: bigint
  /** The account's next transaction number; read only if the site gives one. */
  next?: bigint
  /** The account's balance in wei. */
  balance: bigint
  /**
   * The node ran the transactions, and the transaction at `index` failed, or all of them together.
   * `reason` is the contract's own sentence.
   */
  failure?: { index: number | undefined; reason?: string }
  /** The changes for the account; undefined where the node does not support simulations. */
  simulation: Simulation | undefined
  /** The calls are this operation of a smart account. */
  operation?: PreparedOperation
  /** This paymaster does not pay. `isFinal`: the site does not want anybody else to pay. */
  refusal?: { name: string; isFinal: boolean }
}

/** Gas of a transaction that fails in the estimate, for a visitor who sends it anyway. */
export const failingGas = 500_000n

type Requester = Pick<Wallet, 'server'>
type Parts = {
  address: Address
  transactions: readonly [RequestedTransaction, ...RequestedTransaction[]]
  signal?: AbortSignal
}

/**
 * Asks the node for the cost, success and effects of transactions that run one after the
 * other.
 * @throws Fault when the node does not answer
 */
export async function estimate(
  wallet: Requester,
  network: Network,
  { address, transactions, signal }: Parts,
): Promise<Estimate> {
  const [first, ...rest] = transactions
  const [gasResult, simulation, market, balance, next] = await Promise.all([
    run(wallet, network, { address, transaction: first, signal }),
    simulate(wallet, network, { address, transactions, signal }),
    askMarket(wallet, network, signal),
    askQuantity(wallet, network, { method: 'eth_getBalance', params: [address, 'latest'], signal }),
    first.nonce === undefined
      ? undefined
      : askQuantity(wallet, network, {
          method: 'eth_getTransactionCount',
          params: [address, 'pending'],
          signal,
        }),
  ])
  const price = priceOf(market, first)
  // the later transactions depend on the first, so only a simulation knows their gas
  const usual = [gasOf(gasResult), ...rest.map((_, index) => gasOf(simulation?.calls[index + 1]))]
  const costs = transactions.map(
    ({ gas }, index): Cost => ({
      gas: enoughGas(gas, index === 0 ? gasResult : undefined) ?? usual[index] ?? failingGas,
      ...price,
    }),
  )
  const failure = failureOf(gasResult, simulation)
  const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n)
  const layer = await layerFeeOf(wallet, network, { transactions, costs, signal })
  return {
    costs,
    fee: sum(costs.map(({ gas }) => gas)) * maxPerGas(price) + layer,
    usualFee: sum(usual) * maxPerGas(usualPrice(market)) + layer,
    balance,
    simulation,
    ...(next !== undefined && { next }),
    ...(failure && { failure }),
  }
}

/**
 * The maximum of a rollup's fee in addition to the gas; 0 on networks that are no rollup.
 * @throws Fault when the node does not answer: an unknown fee is not 0
 */
export async function layerFeeOf(
  wallet: Requester,
  network: Network,
  { transactions, costs, signal }: Pick<Parts, 'transactions' | 'signal'> & Pick<Estimate, 'costs'>,
): Promise<bigint> {
  const call = (parameters: object) =>
    askNode(wallet, network, {
      method: 'eth_call',
      params: [parameters, 'latest'],
      ...(signal && { signal }),
    }).catch(unlessOffline)
  const fees = await Promise.all(
    transactions.map(({ data }, index) =>
      readLayerFee(call, { bytes: bytesOf(data), gas: costs[index]?.gas ?? failingGas }),
    ),
  )
  return maxLayerFee(fees.reduce((total, fee) => total + fee, 0n))
}

/**
 * Returns undefined if the node answered that the call fails.
 * @throws the error if there was no answer, or the node refused because of too many requests
 */
function unlessOffline(error: unknown): undefined {
  if (!(error instanceof NodeFault) || error.code === limitExceeded) throw error
}

/** The node's error code for too many requests. EIP-1474 */
const limitExceeded = -32_005

function failureOf(gasResult: GasResult, simulation: Simulation | undefined): Estimate['failure'] {
  if (!('gas' in gasResult)) return { index: 0, ...gasResult.failure }
  const index = simulation?.calls.findIndex(({ isFine }, place) => place > 0 && !isFine) ?? -1
  const call = simulation?.calls[index]
  return call && !call.isFine
    ? { index, ...(call.reason !== undefined && { reason: call.reason }) }
    : undefined
}

/** The gas to offer for a call: the measured gas if the call succeeded, otherwise a guess. */
function gasOf(call: GasResult | SimulatedCall | undefined): bigint {
  if (!call || !('gas' in call) || ('isFine' in call && !call.isFine)) return failingGas
  // a call may need more gas at its deepest point than it has used in the end
  return 'isFine' in call && call.gas !== 21_000n
    ? withMargin((call.gas * 6n) / 5n)
    : withMargin(call.gas)
}

/**
 * The site's gas limit; undefined if the node's estimate is higher. A transaction that runs out of
 * gas fails and still costs its fee.
 */
const enoughGas = (
  gas: bigint | undefined,
  gasResult: GasResult | undefined,
): bigint | undefined =>
  gas !== undefined && gasResult && 'gas' in gasResult && gas < gasResult.gas ? undefined : gas

/** A plain payment uses exactly its gas. A contract may need more by the time it is mined. */
export const withMargin = (gas: bigint) => (gas === 21_000n ? gas : (gas * 5n) / 4n)

type GasResult = { gas: bigint } | { failure: { reason?: string } }

async function run(
  wallet: Requester,
  network: Network,
  {
    address,
    transaction,
    signal,
  }: { address: string; transaction: RequestedTransaction; signal: AbortSignal | undefined },
): Promise<GasResult> {
  const { to, value, data } = transaction
  try {
    return {
      gas: await askQuantity(wallet, network, {
        method: 'eth_estimateGas',
        params: [{ from: address, ...(to && { to }), value: toQuantity(value), data }],
        signal,
      }),
    }
  } catch (error) {
    if (!(error instanceof NodeFault)) throw error
    const reason = reasonOf(error)
    return { failure: reason === undefined ? {} : { reason } }
  }
}
