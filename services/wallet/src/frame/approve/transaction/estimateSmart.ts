import { delegator } from '@latchkey/protocol/smartAccounts/contracts'
import { writeDesignator } from '@latchkey/protocol/smartAccounts/delegation'
import type { UserOperationFields } from '@latchkey/protocol/smartAccounts/userOperation'
import { readUrl } from '@latchkey/protocol/readUrl'
import { askQuantity, NodeFault } from '../../rpc/askNode.ts'
import type { RequestedTransaction } from '../../rpc/readTransaction.ts'
import { maxCostOf, prepareOperation } from '../../smartAccount/operation.ts'
import type { PreparedOperation } from '../../smartAccount/operation.ts'
import type { Network } from '../../wallet/network.ts'
import type { Wallet } from '../../wallet/Wallet.ts'
import type { Address } from '../decode/Effect.ts'
import { failingGas, layerFeeOf, withMargin } from './estimate.ts'
import type { Estimate } from './estimate.ts'
import { askMarket, maxPerGas, usualPrice } from './priceOf.ts'
import { reasonOf } from './reasonOf.ts'
import { simulate } from './simulate/simulate.ts'
import type { Simulation } from './simulate/Simulation.ts'
import type { SmartCalls } from './useEstimate.ts'

/** Units of gas of an authorisation, at most. EIP-7702 */
const authorizationGas = 25_000n

type Parts = {
  address: Address
  transactions: readonly [RequestedTransaction, ...RequestedTransaction[]]
  smart: SmartCalls
  signal: AbortSignal
}

/**
 * Asks node, paymaster and bundler for the cost, success and effects of calls that a smart account
 * runs as one. The simulation runs each call as the account does.
 * @throws Fault when the node does not answer
 */
export async function estimateSmart(
  wallet: Pick<Wallet, 'server'>,
  network: Network,
  { address, transactions, smart, signal }: Parts,
): Promise<Estimate> {
  const code = smart.isUpgrade ? writeDesignator(delegator) : undefined
  const [simulation, balance, paid] = await Promise.all([
    simulate(wallet, network, { address, transactions, signal, ...(code && { code }) }),
    askQuantity(wallet, network, { method: 'eth_getBalance', params: [address, 'latest'], signal }),
    operationOf(wallet, network, { address, smart, signal }),
  ])
  const failed = simulation?.calls.findIndex(({ isFine }) => !isFine) ?? -1
  const call = simulation?.calls[failed]
  const failure =
    call && !call.isFine
      ? { index: failed, ...(call.reason !== undefined && { reason: call.reason }) }
      : undefined
  const common = { balance, simulation, ...(failure && { failure }) }
  if (paid && 'fields' in paid) {
    const fee = paid.sponsor ? 0n : maxCostOf(paid.fields)
    const usualFee = paid.sponsor ? 0n : (usualFeeOf(paid.fields, simulation) ?? fee)
    return { ...common, costs: [], fee, usualFee, operation: paid }
  }
  const refusal =
    paid ?? (smart.refusedBy === undefined ? undefined : { name: smart.refusedBy, isFinal: false })
  const own = await estimateOwn(wallet, network, { address, smart, code, simulation, signal })
  const { failure: whole, ...estimated } = own
  const shown = failure ?? whole
  return {
    ...common,
    ...estimated,
    ...(shown && { failure: shown }),
    ...(refusal && { refusal }),
  }
}

/** Units of gas of an operation beside its calls, as far as they are usual. */
const usualOperationGas = 500_000n

/**
 * What the account's own operation would cost by the node's simulation. A bundler that estimates
 * far more is reported to the visitor.
 */
function usualFeeOf(
  { maxFeePerGas }: UserOperationFields,
  simulation: Simulation | undefined,
): bigint | undefined {
  const gas = simulation?.calls.reduce((sum, call) => sum + call.gas, usualOperationGas)
  return gas === undefined ? undefined : gas * maxFeePerGas
}

type Refusal = NonNullable<Estimate['refusal']>

/** Prepares the operation if a paymaster has to pay, or if the site requests an operation. */
async function operationOf(
  wallet: Pick<Wallet, 'server'>,
  network: Network,
  { address, smart, signal }: Pick<Parts, 'address' | 'smart' | 'signal'>,
): Promise<PreparedOperation | Refusal | undefined> {
  const { callData, isUpgrade, paymaster, given } = smart
  if (given?.kind === 'complete') {
    const { fields } = given
    if (!fields.sponsor) return { fields, sponsor: undefined }
    const { paymaster: name } = fields.sponsor
    // the paymaster has signed it already
    const sponsor = { url: '', context: undefined, isOptional: false, isFinal: true, name }
    return { fields, sponsor }
  }
  if (!paymaster && !given) return undefined
  try {
    return await prepareOperation(wallet, network, {
      address,
      callData,
      isUpgrade,
      paymaster,
      nonce: given?.nonce,
      signal,
    })
  } catch (error) {
    signal.throwIfAborted()
    if (!paymaster) throw error
    return {
      name: readUrl(paymaster.url)?.host ?? paymaster.url,
      isFinal: !paymaster.isOptional,
    }
  }
}

type OwnParts = Pick<Parts, 'address' | 'smart' | 'signal'> & {
  code: `0x${string}` | undefined
  simulation: Simulation | undefined
}

/** Estimates the transaction of an account to itself. */
async function estimateOwn(
  wallet: Pick<Wallet, 'server'>,
  network: Network,
  { address, smart: { callData }, code, simulation, signal }: OwnParts,
): Promise<Pick<Estimate, 'costs' | 'fee' | 'usualFee' | 'failure'>> {
  const [measured, market] = await Promise.all([
    measure(wallet, network, { address, callData, code, signal }),
    askMarket(wallet, network, signal),
  ])
  const price = usualPrice(market)
  const counted = simulation?.calls.every(({ isFine }) => isFine)
    ? simulation.calls.reduce((sum, { gas }) => sum + gas, 0n)
    : undefined
  const gas =
    ('gas' in measured ? withMargin(measured.gas) : counted ? withMargin(counted) : failingGas) +
    (code ? authorizationGas : 0n)
  const cost = { gas, ...price }
  const layer = await layerFeeOf(wallet, network, {
    transactions: [{ to: address, value: 0n, data: callData }],
    costs: [cost],
    signal,
  })
  const fee = gas * maxPerGas(price) + layer
  // a node that can't change code in an estimate refuses it, although the calls succeed
  const isFine = 'gas' in measured || (code !== undefined && counted !== undefined)
  return {
    costs: [cost],
    fee,
    usualFee: fee,
    ...(!isFine && 'failure' in measured && { failure: { index: undefined, ...measured.failure } }),
  }
}

type Measured = { gas: bigint } | { failure: { reason?: string } }

async function measure(
  wallet: Pick<Wallet, 'server'>,
  network: Network,
  {
    address,
    callData,
    code,
    signal,
  }: { address: Address; callData: string; code: string | undefined; signal: AbortSignal },
): Promise<Measured> {
  const call = { from: address, to: address, value: '0x0', data: callData }
  try {
    return {
      gas: await askQuantity(wallet, network, {
        method: 'eth_estimateGas',
        params: code ? [call, 'latest', { [address]: { code } }] : [call],
        signal,
      }),
    }
  } catch (error) {
    if (!(error instanceof NodeFault)) throw error
    const reason = reasonOf(error)
    return { failure: reason === undefined ? {} : { reason } }
  }
}
