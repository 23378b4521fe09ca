import { isRevert } from '@latchkey/server/isRevert'
import { Node, type NodeOptions, type RpcAnswer } from './node.ts'
import { NodesError } from './nodesError.ts'

/** Sends one request for a JSON-RPC method. @throws NodesError; the signal's reason */
export type NodeRequest = (
  method: string,
  params: readonly unknown[],
  signal: AbortSignal,
) => Promise<unknown>

/**
 * The nodes of one chain, which replace each other. A node on another chain gets no request except
 * for its chain ID.
 */
export class Nodes {
  readonly #nodes: readonly Node[]
  /** The node that answered last. */
  #inUse = 0

  /**
   * @param options.urls in the order in which they are tried
   * @param options.chainId the number of the chain
   */
  constructor({
    urls,
    now = () => performance.now(),
    ...options
  }: Omit<NodeOptions, 'url' | 'now'> & { urls: readonly string[]; now?: () => number }) {
    this.#nodes = urls.map((url) => new Node({ ...options, url, now }))
  }

  /** The result of one method. The next node is tried for every error that is not a contract's. */
  request: NodeRequest = (method, params, signal) =>
    this.#first(signal, async (node) => resultOf(await node.post(method, params, signal), method))

  /**
   * Runs several requests on one node, so that the answers are consistent. If one fails, all are
   * repeated on the next node.
   * @throws NodesError
   */
  together<value>(
    work: (request: NodeRequest) => Promise<value>,
    signal: AbortSignal,
  ): Promise<value> {
    return this.#first(signal, (node) =>
      work(async (method, params, limited) =>
        resultOf(await node.post(method, params, limited), method),
      ),
    )
  }

  /**
   * Sends a signed transaction. A node's refusal is no failure: the transaction may have been sent
   * before, or is too old.
   * @throws NodesError when no node answered
   */
  async send(raw: string, signal: AbortSignal): Promise<void> {
    await this.#first(signal, (node) => node.post('eth_sendRawTransaction', [raw], signal))
  }

  async #first<value>(
    signal: AbortSignal,
    attempt: (node: Node) => Promise<value>,
  ): Promise<value> {
    let failure: unknown
    let hasFailed = false
    for (const [index, node] of this.#nodes.entries())
      try {
        const place = hasFailed ? 'takesOver' : 'takesTurns'
        await node.ready(index === this.#inUse ? 'inUse' : place, signal)
        const answer = await attempt(node)
        this.#inUse = index
        return answer
      } catch (error) {
        signal.throwIfAborted()
        if (error instanceof NodesError && error.isRevert) {
          this.#inUse = index // it has answered
          throw error
        }
        const code = codeOf(error)
        hasFailed ||= index === this.#inUse && code === undefined
        // an error with a code is preferred: it is about the request, while a node without one may
        // just be down
        if (codeOf(failure) === undefined || code !== undefined) failure = error
      }
    if (failure instanceof NodesError) throw failure
    throw new NodesError('No node answered', { cause: failure })
  }
}

/** The code of a node's own error. */
const codeOf = (error: unknown) => (error instanceof NodesError ? error.code : undefined)

function resultOf(answer: RpcAnswer, method: string): unknown {
  if ('result' in answer) return answer.result
  const { error } = answer
  throw new NodesError(`${method} failed with code ${error.code}`, {
    code: error.code,
    // a node that cancels the call for time has not judged it, and a refusal ends an order for good
    isRevert: isRevert(error) && !/execution aborted|outoffunds/i.test(error.message),
  })
}
