import type { CheckedChain } from '../options.ts'

/** A request of JSON-RPC 2.0; without an id it expects no answer. */
export type RpcRequest = { method: string; id?: string | number | null | undefined }
type Answer = {
  jsonrpc: '2.0'
  id: string | number | null
  result?: unknown
  error?: { code: number; message: string }
}

/**
 * Methods that are forwarded to a node: they read the chain, or send signed transactions. Methods
 * that create state on the node (filters, subscriptions), use its keys or control it are refused.
 * Source: execution-apis, EIP-1474; `eth_getBlockReceipts`, `eth_simulateV1` and the like are from
 * later versions
 */
const evm: ReadonlySet<string> = new Set([
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
 * The same for Solana. Left out are methods that scan the accounts of a whole program or list the
 * whole network, and `requestAirdrop`, which only test networks have. An operator may name them in
 * `extraMethods`. Source: Solana's JSON-RPC over HTTP
 */
const solana: ReadonlySet<string> = new Set([
  'getAccountInfo',
  'getBalance',
  'getBlock',
  'getBlockCommitment',
  'getBlockHeight',
  'getBlockTime',
  'getBlocks',
  'getBlocksWithLimit',
  'getEpochInfo',
  'getEpochSchedule',
  'getFeeForMessage',
  'getFirstAvailableBlock',
  'getGenesisHash',
  'getHealth',
  'getHighestSnapshotSlot',
  'getInflationRate',
  'getInflationReward',
  'getLatestBlockhash',
  'getMinimumBalanceForRentExemption',
  'getMultipleAccounts',
  'getRecentPerformanceSamples',
  'getRecentPrioritizationFees',
  'getSignatureStatuses',
  'getSignaturesForAddress',
  'getSlot',
  'getStakeMinimumDelegation',
  'getTokenAccountBalance',
  'getTokenAccountsByDelegate',
  'getTokenAccountsByOwner',
  'getTokenLargestAccounts',
  'getTokenSupply',
  'getTransaction',
  'getTransactionCount',
  'getVersion',
  'isBlockhashValid',
  'minimumLedgerSlot',
  'sendTransaction',
  'simulateTransaction',
])

const allowed = { eip155: evm, solana } as const

/** Whether a method is forwarded to a chain's nodes. Names are case-sensitive. */
export function isAllowed(
  method: string,
  chain: Pick<CheckedChain, 'extraMethods' | 'namespace'>,
): boolean {
  return allowed[chain.namespace].has(method) || chain.extraMethods.includes(method)
}

/** Whether a method sends a transaction. After a node has answered it, no other node is tried. */
export const isSending = (method: string): boolean =>
  method === 'eth_sendRawTransaction' || method === 'sendTransaction'

/**
 * The answer to requests that need no node: values of the operator's list, and refusals. Undefined
 * for all others.
 */
export function answerHere(
  request: RpcRequest,
  chain: Pick<CheckedChain, 'extraMethods' | 'networkId' | 'namespace'>,
): Answer | undefined {
  const start = { jsonrpc: '2.0', id: request.id ?? null } as const
  const known = chain.namespace === 'eip155' ? evmFact(request.method, chain.networkId) : undefined
  if (known !== undefined) return { ...start, result: known }
  // docs/contracts/api.md#json-rpc has this sentence
  if (!isAllowed(request.method, chain))
    return { ...start, error: { code: -32601, message: 'Requested RPC call is not allowed' } }
  return undefined
}

function evmFact(method: string, networkId: string): string | true | undefined {
  const chainId = BigInt(networkId.slice('eip155:'.length))
  if (method === 'eth_chainId') return `0x${chainId.toString(16)}`
  if (method === 'net_version') return chainId.toString()
  return method === 'net_listening' ? true : undefined
}
