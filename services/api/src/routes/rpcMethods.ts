import type { CheckedChain } from '../options.ts'

/** A request of JSON-RPC 2.0; without an id it wants no answer. */
export type RpcRequest = { method: string; id?: string | number | null | undefined }
type Answer = { jsonrpc: '2.0'; id: string | number | null; result?: unknown; error?: { code: number; message: string } }

/** Namespaces that read chains and send signed transactions. Whatever steers, holds keys or traces a node is in others. */
const families = /^(eth|net|web3)_\w+$/

/** Methods of those namespaces that use a node's own keys, steer it, or leave something open on it. */
const refused: ReadonlySet<string> = new Set([
  'eth_accounts', 'eth_requestAccounts', 'eth_coinbase', 'eth_sendTransaction', 'eth_sendTransactionSync', 'eth_sendUnsignedTransaction',
  'eth_fillTransaction', 'eth_resend', 'eth_pendingTransactions', 'eth_mining', 'eth_hashrate', 'eth_getWork', 'eth_submitWork', 'eth_submitHashrate',
  'eth_setEtherbase', 'eth_subscribe', 'eth_unsubscribe', 'net_peers',
])
const signs = /^eth_(sign|encrypt|decrypt)/i

/** Whether a method may reach a chain's nodes. */
export function isAllowed(method: string, chain: Pick<CheckedChain, 'extraMethods'>): boolean {
  if (chain.extraMethods.includes(method)) return true
  return families.test(method) && !refused.has(method) && !signs.test(method)
}

/** The answer to what needs no node: facts of the operator's list, and refusals. Undefined for everything else. */
export function answerHere(request: RpcRequest, chain: Pick<CheckedChain, 'extraMethods' | 'networkId'>): Answer | undefined {
  const start = { jsonrpc: '2.0', id: request.id ?? null } as const
  const chainId = BigInt(chain.networkId.slice('eip155:'.length))
  if (request.method === 'eth_chainId') return { ...start, result: `0x${chainId.toString(16)}` }
  if (request.method === 'net_version') return { ...start, result: chainId.toString() }
  if (request.method === 'net_listening') return { ...start, result: true }
  // The sentence is the specification's, section 8.
  if (!isAllowed(request.method, chain)) return { ...start, error: { code: -32601, message: 'Requested RPC call is not allowed' } }
  return undefined
}
