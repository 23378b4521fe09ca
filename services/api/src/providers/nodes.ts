import { askNode, NodeError, type NodeAnswer, type RpcAnswer } from './askNode.ts'
import { isRevert } from './isRevert.ts'

/** The nodes of one chain, which stand in for one another. */
export type Nodes = {
  /**
   * Passes a JSON-RPC request or batch on. The next node is asked when one gives no answer or says that it is in trouble.
   * @param options.once what must not be sent again once a node has answered it, whatever the answer (a transaction)
   * @param options.silent the request holds notifications only
   * @param options.isSound the request is this service's own: an error that is not a contract's is the node's. @default false
   * @throws NodesError when no node answered; the signal's reason
   */
  forward(request: string, options: { once: boolean; silent: boolean; isSound?: boolean; signal: AbortSignal }): Promise<NodeAnswer>
  /**
   * The result of one JSON-RPC method.
   * @throws NodesError when no node answered, or all with an error
   */
  request(method: string, params: readonly unknown[], signal: AbortSignal): Promise<unknown>
}

/** No node of a chain could answer. */
export class NodesError extends Error {
  override readonly name = 'NodesError'
  /** Of the JSON-RPC error, when a node answered with one. */
  readonly code: number | undefined
  /** Whether that error is the contract's that was called: every node would answer so. */
  readonly isRevert: boolean

  constructor(message: string, options: { cause?: unknown; code?: number; isRevert?: boolean } = {}) {
    super(message, { cause: options.cause })
    this.code = options.code
    this.isRevert = options.isRevert ?? false
  }
}

/**
 * @param options.timeLimit milliseconds for one node
 * @param options.mostBytes of an answer. @default 10 MiB
 */
export function createNodes(options: { urls: readonly string[]; fetch: typeof fetch; timeLimit: number; mostBytes?: number }): Nodes {
  async function forward(request: string, { once, silent, isSound = false, signal }: { once: boolean; silent: boolean; isSound?: boolean; signal: AbortSignal }) {
    let last: NodeAnswer | undefined
    let cause: unknown
    for (const url of options.urls) {
      try {
        const answer = await askNode(url, request, { fetch: options.fetch, timeLimit: options.timeLimit, mostBytes: options.mostBytes, silent, signal })
        if (once || !isInTrouble(answer.body, isSound)) return answer
        last = answer
      } catch (error) {
        signal.throwIfAborted()
        cause = error
      }
    }
    if (last) return last
    throw new NodesError('No node answered', { cause })
  }

  return {
    forward,
    async request(method, params, signal) {
      const request = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
      const { body } = await forward(request, { once: false, silent: false, isSound: true, signal })
      if (!body || Array.isArray(body)) throw new NodesError(`No answer to ${method}`, { cause: new NodeError('The node answered in another shape') })
      if (body.error) throw new NodesError(`${method} failed with code ${body.error.code}`, { code: body.error.code, isRevert: isRevert(body.error) })
      return body.result
    },
  }
}

/**
 * Whether a node speaks of itself (overloaded, behind, limited) and not of the request. Codes -32000 to -32099 mean both:
 * a call that reverts would fail everywhere. Of a request that is sound every other error is the node's. Source: blockchain API
 * contract, section 11.
 */
function isInTrouble(body: RpcAnswer | RpcAnswer[] | undefined, isSound: boolean): boolean {
  if (Array.isArray(body)) return body.some((one) => isInTrouble(one, isSound))
  const error = body?.error
  if (!error || isRevert(error)) return false
  return isSound || (error.code <= -32000 && error.code >= -32099 && error.data === undefined)
}
