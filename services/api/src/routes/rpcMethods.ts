import type { Chain } from '../chains/chainReader.ts'

/** A JSON-RPC request. Without an id no answer is expected. Source: JSON-RPC 2.0 */
export type RpcRequest = {
  method: string
  params?: unknown
  id?: string | number | null | undefined
}
type RpcChain = Pick<Chain, 'kind' | 'extraMethods' | 'networkId'>
type Answer = {
  jsonrpc: '2.0'
  id: string | number | null
  result?: unknown
  error?: { code: number; message: string }
}

/** Whether clients may send a request to a chain's nodes. Names are case-sensitive. */
export function isAllowed(
  { method, params }: Pick<RpcRequest, 'method' | 'params'>,
  { kind: { nodes }, extraMethods }: RpcChain,
): boolean {
  return (
    extraMethods.includes(method) ||
    (nodes.forwarded.has(method) && (nodes.isForwarded?.(method, params) ?? true))
  )
}

/**
 * Whether a method sends a transaction. When a node has answered such a request, no other node is
 * tried.
 */
export const isSending = (method: string, { kind }: RpcChain): boolean =>
  kind.nodes.sending.has(method)

/**
 * Answers a request for which no node is needed: with a known value, or with a refusal. Undefined
 * for all other requests.
 */
export function answerHere(request: RpcRequest, chain: RpcChain): Answer | undefined {
  const start = { jsonrpc: '2.0', id: request.id ?? null } as const
  const known = chain.kind.nodes.knownResult?.(request.method, chain.networkId)
  if (known !== undefined) return { ...start, result: known }
  // docs/contracts/api.md#json-rpc fixes this sentence
  if (!isAllowed(request, chain))
    return { ...start, error: { code: -32601, message: 'Requested RPC call is not allowed' } }
  return undefined
}
