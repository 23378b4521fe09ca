import * as times from '@latchkey/protocol/times'
import * as v from 'valibot'
import { ProviderError } from './providerError.ts'

const answer = v.object({
  result: v.optional(v.unknown()),
  error: v.optional(
    v.object({ code: v.number(), message: v.string(), data: v.optional(v.unknown()) }),
  ),
})

/** A JSON-RPC request to a node. */
export type RpcRequest = { method: string; params?: unknown }

/**
 * Sends a request to the node at `url`, without retries. `times.httpRequest` limits the wait.
 * @throws ProviderError with the node's own code; -32603 when it can't be reached or its answer is
 *   invalid
 */
export async function rpcRequest(url: string, { method, params }: RpcRequest): Promise<unknown> {
  const read = v.safeParse(
    answer,
    await post(url, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: params ?? [] })),
  )
  if (!read.success) throw new ProviderError(-32603, 'The node answered in an unknown form.')
  if (read.output.error) throw ProviderError.fromNode(read.output.error)
  return read.output.result ?? null
}

async function post(url: string, body: string): Promise<unknown> {
  try {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body,
      signal: AbortSignal.timeout(times.httpRequest),
    })
    return await response.json()
  } catch (cause) {
    throw Object.assign(new ProviderError(-32603, 'The node can not be reached.'), { cause })
  }
}
