import { isSameAddress } from '@latchkey/protocol/address'
import { entryPoint } from '@latchkey/protocol/smartAccounts/contracts'
import { isObject, isRecord } from '@latchkey/protocol/isObject'
import * as v from 'valibot'
import { askBundler, askNode } from '../rpc/askNode.ts'
import type { Receipt } from '../rpc/calls/runBundle.ts'
import type { Network } from '../wallet/network.ts'
import type { Wallet } from '../wallet/Wallet.ts'
import type { SignedOperation } from './finishOperation.ts'

/**
 * keccak256 of the events of EntryPoint 0.7 that part the logs of a bundle:
 * `UserOperationEvent(bytes32,address,address,uint256,bool,uint256,uint256)` and
 * `BeforeExecution()`.
 */
export const operationTopics = {
  operation: '0x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f',
  before: '0xbb47ee3e183a558b1a2ff0874b079f3fc5478b7454eacf2bfc5af2ff5878f972',
} as const

const hex = v.pipe(v.string(), v.regex(/^0x[\da-f]*$/i))
const hash = v.pipe(v.string(), v.regex(/^0x[\da-f]{64}$/i))
const log = v.object({ address: hex, topics: v.array(hex), data: hex })
const nodeReceipt = v.object({
  logs: v.array(log),
  blockHash: hash,
  blockNumber: hex,
  transactionHash: hash,
})
const found = v.object({ receipt: v.object({ transactionHash: hash }) })

type Log = v.InferOutput<typeof log>
type Operation = Pick<SignedOperation, 'hash' | 'fromBlock'>

/**
 * Finds the receipt of an operation: the bundler names the transaction, and the node's own receipt
 * says what has happened in it. If the bundler does not know, the node searches for the event.
 * @returns undefined while it is in no block
 * @throws Fault when the node does not answer
 */
export async function findOperation(
  wallet: Pick<Wallet, 'server'>,
  network: Network,
  operation: Operation,
): Promise<Receipt | undefined> {
  const named = await askBundler(wallet, network, {
    method: 'eth_getUserOperationReceipt',
    params: [operation.hash],
  }).catch(() => undefined)
  const read = v.safeParse(found, named)
  if (read.success) {
    const { transactionHash } = read.output.receipt
    const receipt = await receiptIn(wallet, network, operation.hash, transactionHash)
    if (receipt) return receipt
  }
  return searchNode(wallet, network, operation)
}

/** Searches the node's logs for the operation's event. */
async function searchNode(
  wallet: Pick<Wallet, 'server'>,
  network: Network,
  { hash: wanted, fromBlock }: Operation,
): Promise<Receipt | undefined> {
  const logs = await askNode(wallet, network, {
    method: 'eth_getLogs',
    params: [
      {
        address: entryPoint,
        fromBlock,
        toBlock: 'latest',
        topics: [operationTopics.operation, wanted],
      },
    ],
  })
  const [event]: readonly unknown[] = Array.isArray(logs) ? logs : []
  const transactionHash = isRecord(event) ? event['transactionHash'] : undefined
  return v.is(hash, transactionHash)
    ? receiptIn(wallet, network, wanted, transactionHash)
    : undefined
}

/** The part of a transaction's receipt that is about an operation. */
async function receiptIn(
  wallet: Pick<Wallet, 'server'>,
  network: Network,
  wanted: string,
  transactionHash: string,
): Promise<Receipt | undefined> {
  const answer = await askNode(wallet, network, {
    method: 'eth_getTransactionReceipt',
    params: [transactionHash],
  })
  const read = isObject(answer) ? v.safeParse(nodeReceipt, answer) : undefined
  if (!read?.success) return undefined
  const { logs, blockHash, blockNumber } = read.output
  const end = logs.findIndex(
    (entry) =>
      isEvent(entry, operationTopics.operation) &&
      entry.topics[1]?.toLowerCase() === wanted.toLowerCase(),
  )
  const event = logs[end]
  // nonce, success, actualGasCost, actualGasUsed
  const words = event && /^0x[\da-f]{64}([\da-f]{64})[\da-f]{64}([\da-f]{64})$/i.exec(event.data)
  if (!words?.[1] || !words[2]) return undefined
  const start = logs.findLastIndex(
    (entry, index) =>
      index < end &&
      (isEvent(entry, operationTopics.operation) || isEvent(entry, operationTopics.before)),
  )
  return {
    logs: logs.slice(start + 1, end),
    status: BigInt(`0x${words[1]}`) === 1n ? '0x1' : '0x0',
    blockHash,
    blockNumber,
    gasUsed: `0x${BigInt(`0x${words[2]}`).toString(16)}`,
    transactionHash,
  }
}

const isEvent = ({ address, topics }: Log, topic: string) =>
  isSameAddress(address, entryPoint) && topics[0]?.toLowerCase() === topic
