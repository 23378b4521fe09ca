import { readShape } from '@latchkey/protocol/border'
import { isHex } from '@latchkey/protocol/evmSignature/hex'
import { operationErrors } from '@latchkey/protocol/smartAccounts/bundler'
import { entryPoint } from '@latchkey/protocol/smartAccounts/contracts'
import type { PackedUserOperation } from '@latchkey/protocol/smartAccounts/userOperation'
import { isRevert } from '@latchkey/server/isRevert'
import {
  decodeErrorResult,
  decodeEventLog,
  encodeAbiParameters,
  encodeFunctionData,
  keccak256,
  numberToHex,
  pad,
  toEventSelector,
} from 'viem'
import { entryPoint07Abi } from 'viem/account-abstraction'
import * as v from 'valibot'
import { evmKey } from '../chains/evm/evmKeys.ts'
import { NodesError } from '../providers/nodes.ts'
import {
  hexOf,
  hexText,
  quantity,
  small,
  type Hex,
  type OperationChain,
  type StateOverrides,
} from './operationChain.ts'
import { RpcRefusal } from './rpcRefusal.ts'

/** The call data by which EntryPoint handles operations. */
export const handleOpsData = (operations: readonly PackedUserOperation[], beneficiary: Hex): Hex =>
  encodeFunctionData({
    abi: entryPoint07Abi,
    functionName: 'handleOps',
    args: [operations, beneficiary],
  })

/** Asks EntryPoint for the next nonce of an account for a key of 192 bits. @throws NodesError */
export async function readNonce(
  chain: OperationChain,
  account: Hex,
  key: bigint,
  signal: AbortSignal,
): Promise<bigint> {
  const data = encodeFunctionData({
    abi: entryPoint07Abi,
    functionName: 'getNonce',
    args: [account, key],
  })
  return readShape(
    quantity,
    await chain.nodes.request('eth_call', [{ to: entryPoint, data }, 'latest'], signal),
  )
}

/**
 * The override of EntryPoint's state in which the operations of an account up to this nonce are
 * done: `nonceSequenceNumber[account][key]`, its second variable.
 */
export function withNonce(account: Hex, nonce: bigint): StateOverrides {
  const ofAccount = keccak256(
    encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [account, 1n]),
  )
  const place = keccak256(
    encodeAbiParameters([{ type: 'uint256' }, { type: 'bytes32' }], [nonce >> 64n, ofAccount]),
  )
  const sequence = nonce & ((1n << 64n) - 1n)
  return { [entryPoint]: { stateDiff: { [place]: numberToHex(sequence, { size: 32 }) } } }
}

/**
 * Lets EntryPoint handle operations without sending a transaction.
 * @param options.from the account that would send it
 * @throws RpcRefusal when EntryPoint refuses an operation; NodesError
 */
export async function simulate(
  chain: OperationChain,
  operations: readonly PackedUserOperation[],
  { from, gas, overrides }: { from: Hex; gas: bigint; overrides: StateOverrides },
  signal: AbortSignal,
): Promise<void> {
  const call = { from, to: entryPoint, data: handleOpsData(operations, from), gas: hexOf(gas) }
  const answer = await chain.nodes.requestAnswer('eth_call', [call, 'latest', overrides], signal)
  const { error } = answer
  if (!error) return
  const reason = readFailure(error.data) ?? readFailure(nestedData(error.data))
  if (reason !== undefined) throw refusalOf(reason)
  if (isRevert(error)) throw new RpcRefusal(operationErrors.rejected, 'EntryPoint reverted')
  throw new NodesError(`eth_call failed with code ${error.code}`, { code: error.code })
}

/** Some nodes wrap the data of a revert. */
const nestedData = (data: unknown): unknown =>
  typeof data === 'object' && data !== null && 'data' in data ? data.data : undefined

/** Reads EntryPoint's reason from the data of a revert. */
function readFailure(data: unknown): string | undefined {
  if (!isHex(data) || data === '0x') return undefined
  try {
    const { errorName, args } = decodeErrorResult({ abi: entryPoint07Abi, data })
    return errorName === 'FailedOp' || errorName === 'FailedOpWithRevert' ? args[1] : undefined
  } catch {
    return undefined // the data is no error of EntryPoint
  }
}

/** The codes for EntryPoint's reasons, by their beginnings. ERC-7769 */
const codes: readonly (readonly [string, number])[] = [
  ['AA24', operationErrors.signature],
  ['AA34', operationErrors.signature],
  ['AA22', operationErrors.outOfTime],
  ['AA32', operationErrors.outOfTime],
  ['AA31', operationErrors.paymasterDeposit],
  ['AA3', operationErrors.paymasterRejected],
]

const refusalOf = (reason: string): RpcRefusal =>
  new RpcRefusal(
    codes.find(([start]) => reason.startsWith(start))?.[1] ?? operationErrors.rejected,
    // reasons of EntryPoint are short; those of other contracts need not be
    reason.slice(0, 200),
  )

const receiptShape = v.object({
  status: v.picklist(['0x0', '0x1']),
  blockNumber: small,
  blockHash: hexText,
  transactionHash: hexText,
  logs: v.array(
    v.looseObject({ address: hexText, topics: v.array(hexText), data: hexText, logIndex: small }),
  ),
})
/** A transaction's receipt, as far as this service reads it. */
export type Receipt = v.InferOutput<typeof receiptShape>

/** The receipt of a transaction. Undefined if it is in no block. @throws NodesError */
export async function readReceipt(
  chain: OperationChain,
  hash: Hex,
  signal: AbortSignal,
): Promise<Receipt | undefined> {
  const answer = await chain.nodes.request('eth_getTransactionReceipt', [hash], signal)
  return readShape(v.nullable(receiptShape), answer) ?? undefined
}

const operationTopic = toEventSelector(
  'UserOperationEvent(bytes32,address,address,uint256,bool,uint256,uint256)',
)
const reasonTopic = toEventSelector('UserOperationRevertReason(bytes32,address,uint256,bytes)')
const beginTopic = toEventSelector('BeforeExecution()')

/** What EntryPoint reports of an operation. Amounts are in wei. */
export type OperationOutcome = {
  hash: Hex
  isSuccess: boolean
  actualGasCost: bigint
  actualGasUsed: bigint
  /** What the calls reverted with. Undefined if they did not, or gave no reason. */
  reason: Hex | undefined
  /** The logs of its calls, with its own one. */
  logs: Receipt['logs']
}

/** Reads what a transaction has done with an operation. Undefined if it has not handled it. */
export function findOutcome({ logs }: Receipt, hash: Hex): OperationOutcome | undefined {
  const own = logs.filter(({ address }) => evmKey(address) === evmKey(entryPoint))
  const event = own.find(({ topics }) => topics[0] === operationTopic && topics[1] === hash)
  if (!event) return undefined
  // its calls' logs are after those of the operation before it, or after the validation of all
  const before = own.findLast(
    ({ topics, logIndex }) =>
      logIndex < event.logIndex && (topics[0] === operationTopic || topics[0] === beginTopic),
  )
  const { args } = decodeEventLog({
    abi: entryPoint07Abi,
    eventName: 'UserOperationEvent',
    data: event.data,
    topics: event.topics as [Hex, ...Hex[]], // the first one was compared above
  })
  return {
    hash,
    isSuccess: args.success,
    actualGasCost: args.actualGasCost,
    actualGasUsed: args.actualGasUsed,
    reason: readReason(own.find(({ topics }) => topics[0] === reasonTopic && topics[1] === hash)),
    logs: logs.filter(
      ({ logIndex }) => logIndex > (before?.logIndex ?? -1) && logIndex <= event.logIndex,
    ),
  }
}

function readReason(log: Receipt['logs'][number] | undefined): Hex | undefined {
  if (!log) return undefined
  const { args } = decodeEventLog({
    abi: entryPoint07Abi,
    eventName: 'UserOperationRevertReason',
    data: log.data,
    topics: log.topics as [Hex, ...Hex[]], // the first one was compared before
  })
  return args.revertReason
}

const logsShape = v.array(
  v.object({ transactionHash: hexText, topics: v.array(hexText), data: hexText }),
)

/**
 * Finds the transactions that have handled operations, whoever has sent them.
 * @returns the hashes of the transactions, by the hash of the operation
 * @throws NodesError
 */
export async function findHandled(
  chain: OperationChain,
  hashes: readonly Hex[],
  fromBlock: number,
  signal: AbortSignal,
): Promise<ReadonlyMap<Hex, Hex>> {
  const filter = {
    address: entryPoint,
    topics: [operationTopic, hashes],
    fromBlock: hexOf(fromBlock),
    toBlock: 'latest',
  }
  const logs = readShape(logsShape, await chain.nodes.request('eth_getLogs', [filter], signal))
  return new Map(
    logs.flatMap(({ topics, transactionHash }) =>
      topics[1] === undefined ? [] : [[topics[1], transactionHash] as const],
    ),
  )
}

/**
 * Finds what the operation with a number of an account has cost, whoever has sent it.
 * @returns wei; undefined if no such operation was included, or another paymaster has paid it
 * @throws NodesError
 */
export async function findCost(
  chain: OperationChain,
  { sender, paymaster, nonce }: { sender: Hex; paymaster: Hex; nonce: bigint },
  fromBlock: number,
  signal: AbortSignal,
): Promise<bigint | undefined> {
  const filter = {
    address: entryPoint,
    topics: [operationTopic, null, pad(sender), pad(paymaster)],
    fromBlock: hexOf(fromBlock),
    toBlock: 'latest',
  }
  const logs = readShape(logsShape, await chain.nodes.request('eth_getLogs', [filter], signal))
  return logs
    .map(({ data, topics }) =>
      decodeEventLog({
        abi: entryPoint07Abi,
        eventName: 'UserOperationEvent',
        data,
        topics: topics as [Hex, ...Hex[]], // the filter demands four of them
      }),
    )
    .find(({ args }) => args.nonce === nonce)?.args.actualGasCost
}
