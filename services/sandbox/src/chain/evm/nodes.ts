import { isRevert } from '@latchkey/server/isRevert'
import { Node, type NodeOptions, type RpcAnswer } from './node.ts'
import { NodesError } from '../nodesError.ts'

/** Calls a JSON-RPC method and returns its result. @throws NodesError; the signal's reason */
export type NodeRequest = (
  method: string,
  params: readonly unknown[],
  signal: AbortSignal,
) => Promise<unknown>

/**
 * The nodes of one chain. Each request goes to the nodes in order, until one answers. A node of
 * another chain gets no request except for its chain id.
 */
export class Nodes {
  readonly #nodes: readonly Node[]
  /** The index of the node that answered last. */
  #inUse = 0

  /**
   * @param options.urls the nodes' addresses, in the order in which they are tried
   * @param options.chainId the chain's EIP-155 id
   */
  constructor({
    urls,
    now = () => performance.now(),
    ...options
  }: Omit<NodeOptions, 'url' | 'now'> & { urls: readonly string[]; now?: () => number }) {
    this.#nodes = urls.map((url) => new Node({ ...options, url, now }))
  }

  /**
   * The result of a method. After an error the next node is tried, unless the called contract has
   * reverted.
   */
  request: NodeRequest = (method, params, signal) =>
    this.#first(signal, async (node) => resultOf(await node.post(method, params, signal), method))

  /**
   * Runs several requests on one node, so that the answers are consistent. If a request fails, all
   * of them are repeated on the next node.
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
   * Sends a signed transaction. If a node refuses the transaction, this still succeeds: it may have
   * been sent before, or its nonce is already used.
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
          this.#inUse = index // it works, so it stays in use
          throw error
        }
        const code = codeOf(error)
        hasFailed ||= index === this.#inUse && code === undefined
        // An error with a code is thrown rather than one without: it is about the request, while a
        // node without a code may just be down.
        if (codeOf(failure) === undefined || code !== undefined) failure = error
      }
    if (failure instanceof NodesError) throw failure
    throw new NodesError('No node answered', { cause: failure })
  }
}

/** The JSON-RPC code of a node's error, if the node answered with an error. */
const codeOf = (error: unknown) => (error instanceof NodesError ? error.code : undefined)

function resultOf(answer: RpcAnswer, method: string): unknown {
  if ('result' in answer) return answer.result
  const { error } = answer
  throw new NodesError(`${method} failed with code ${error.code}`, {
    code: error.code,
    // A node that cancels a call because of time or gas has not shown that the contract reverts.
    // Such an error must not count as a revert, because a revert ends the order.
    isRevert: isRevert(error) && !/execution aborted|outoffunds/i.test(error.message),
  })
}
