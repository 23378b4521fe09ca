import { isRecord } from '@latchkey/protocol/isObject'

/** The time limit of a request to a node, in milliseconds. */
const limit = 10_000

/** The JSON-RPC error that a node answers for a failed call. */
class NodeError extends Error {
  readonly code: unknown
  readonly data: unknown
  constructor({ message, code, data }: Record<string, unknown>) {
    super(String(message))
    this.code = code
    this.data = data
  }
}

/**
 * Creates an EIP-1193 provider over a node. `failure` is the error of a request that the node did
 * not answer. A failed call is an answer, and no such error.
 */
export function createNode({ url, fetch }: { url: string; fetch: typeof globalThis.fetch }) {
  let failure: unknown
  const send = async (method: string, params: unknown): Promise<Record<string, unknown>> => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      signal: AbortSignal.timeout(limit),
    })
    const answer: unknown = await response.json()
    if (!isRecord(answer) || !('result' in answer || isRecord(answer['error'])))
      throw new Error(`The node answered with status ${response.status} and no JSON-RPC`)
    return answer
  }
  return {
    failure: () => failure,
    async request({ method, params }: { method: string; params?: unknown }): Promise<unknown> {
      const answer = await send(method, params ?? []).catch((error: unknown) => {
        failure = error
        throw error
      })
      if (isRecord(answer['error'])) throw new NodeError(answer['error'])
      return answer['result']
    },
  }
}
