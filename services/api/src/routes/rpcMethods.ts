import type { Chain } from '../chains/chainReader.ts'

/** A request of JSON-RPC 2.0; without an id it expects no answer. */
export type RpcRequest = { method: string; id?: string | number | null | undefined }
type RpcChain = Pick<Chain, 'kind' | 'extraMethods' | 'networkId'>
type Answer = {
  jsonrpc: '2.0'
  id: string | number | null
  result?: unknown
  error?: { code: number; message: string }
}

/** Whether a method is forwarded to a chain's nodes. Names are case-sensitive. */
export function isAllowed(method: string, { kind, extraMethods }: RpcChain): boolean {
  return kind.nodes.forwarded.has(method) || extraMethods.includes(method)
}

/** Whether a method sends a transaction. After a node has answered it, no other node is tried. */
export const isSending = (method: string, { kind }: RpcChain): boolean =>
  kind.nodes.sending.has(method)

/**
 * The answer to requests that need no node: values of the operator's list, and refusals. Undefined
 * for all others.
 */
export function answerHere(request: RpcRequest, chain: RpcChain): Answer | undefined {
  const start = { jsonrpc: '2.0', id: request.id ?? null } as const
  const known = chain.kind.nodes.knownResult?.(request.method, chain.networkId)
  if (known !== undefined) return { ...start, result: known }
  // docs/contracts/api.md#json-rpc has this sentence
  if (!isAllowed(request.method, chain))
    return { ...start, error: { code: -32601, message: 'Requested RPC call is not allowed' } }
  return undefined
}
