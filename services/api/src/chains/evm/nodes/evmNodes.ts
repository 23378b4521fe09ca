import { kibibyte, mebibyte, wordLimits as word } from '../../../providers/answerLimits.ts'
import { chainIdOf } from '../evmChain.ts'
import { isRevert } from '@latchkey/server/isRevert'
import type { AnswerLimits, NodeRules } from '../../../providers/nodeRules.ts'

/**
 * Methods that clients may call on a node: they read the chain, or send signed transactions. Other
 * methods create state on the node (filters, subscriptions), use its keys, or control it. Source:
 * execution-apis, EIP-1474; methods such as `eth_getBlockReceipts` and `eth_simulateV1` are from
 * later versions
 */
const forwarded: ReadonlySet<string> = new Set([
  'eth_blobBaseFee',
  'eth_blockNumber',
  'eth_call',
  'eth_createAccessList',
  'eth_estimateGas',
  'eth_feeHistory',
  'eth_gasPrice',
  'eth_getBalance',
  'eth_getBlockByHash',
  'eth_getBlockByNumber',
  'eth_getBlockReceipts',
  'eth_getBlockTransactionCountByHash',
  'eth_getBlockTransactionCountByNumber',
  'eth_getCode',
  'eth_getHeaderByHash',
  'eth_getHeaderByNumber',
  'eth_getLogs',
  'eth_getProof',
  'eth_getRawTransactionByHash',
  'eth_getStorageAt',
  'eth_getTransactionByBlockHashAndIndex',
  'eth_getTransactionByBlockNumberAndIndex',
  'eth_getTransactionByHash',
  'eth_getTransactionCount',
  'eth_getTransactionReceipt',
  'eth_getUncleByBlockHashAndIndex',
  'eth_getUncleByBlockNumberAndIndex',
  'eth_getUncleCountByBlockHash',
  'eth_getUncleCountByBlockNumber',
  'eth_maxPriorityFeePerGas',
  'eth_protocolVersion',
  'eth_sendRawTransaction',
  'eth_simulateV1',
  'eth_syncing',
  'web3_clientVersion',
  'web3_sha3',
])

/**
 * Limits of answers to the service's own requests, by method. If a contract makes the answer to a
 * combined call too large, it is called alone, and its answer is refused.
 */
const answerLimits: Readonly<Record<string, AnswerLimits>> = {
  eth_chainId: word,
  eth_syncing: { bytes: 4 * kibibyte, depth: 8, values: 512, members: [] },
  eth_call: { bytes: 4 * mebibyte, depth: 8, values: 256, members: [], result: 'scalar' },
  eth_getTransactionByHash: {
    bytes: mebibyte,
    depth: 16,
    values: 200_000,
    members: ['input'],
    result: 'object',
  },
  eth_getTransactionReceipt: {
    bytes: 64 * mebibyte,
    depth: 16,
    values: 4_000_000,
    result: 'object',
  },
  eth_getBlockByNumber: { bytes: 64 * mebibyte, depth: 16, values: 4_000_000, result: 'object' },
  eth_getBlockReceipts: { bytes: 128 * mebibyte, depth: 16, values: 8_000_000, result: 'list' },
  // the EVM allows 1024 nested calls, and each frame has two levels of JSON
  trace_block: { bytes: 256 * mebibyte, depth: 32, values: 32_000_000, result: 'list' },
  debug_traceBlockByNumber: {
    bytes: 256 * mebibyte,
    depth: 2_100,
    values: 32_000_000,
    result: 'list',
  },
}

/** The rules for nodes of EVM networks. */
export const evmNodes: NodeRules = {
  identityOf(networkId) {
    const chainId = BigInt(chainIdOf({ networkId }))
    return {
      method: 'eth_chainId',
      isNamed: (result) => (isQuantity(result) ? BigInt(result) === chainId : undefined),
    }
  },
  answerLimits,
  forwarded,
  sending: new Set(['eth_sendRawTransaction']),
  costly: new Set([
    'eth_getLogs',
    'eth_simulateV1',
    'eth_createAccessList',
    'eth_getProof',
    'eth_getBlockReceipts',
  ]),
  knownResult(method, networkId) {
    const chainId = BigInt(chainIdOf({ networkId }))
    if (method === 'eth_chainId') return `0x${chainId.toString(16)}`
    if (method === 'net_version') return chainId.toString()
    return method === 'net_listening' ? true : undefined
  },
  isRevert,
}

const isQuantity = (value: unknown): value is string =>
  typeof value === 'string' && /^0x[0-9a-f]{1,64}$/i.test(value)
