import * as v from 'valibot'
import { BorderError, readShape } from '@latchkey/protocol/border'
import { readJsonStream } from '@latchkey/server/readJsonStream'
import { withLimit } from '@latchkey/server/waiting'
import { NodesError } from '../nodesError.ts'

/** Milliseconds that one node has for one answer. */
const timeLimit = 10_000
/**
 * Limits of an answer. They have to fit a block with many transactions, although only its head is
 * read.
 */
const limits = { bytes: 10 * 1024 * 1024, depth: 16, values: 500_000 }

const answerShape = v.union([
  v.object({
    error: v.object({
      code: v.number(),
      message: v.optional(v.string(), ''),
      data: v.optional(v.unknown()),
    }),
  }),
  v.object({ result: v.unknown() }),
])
/** The answer of a node: a result or an error. Source: JSON-RPC 2.0 */
export type RpcAnswer = v.InferOutput<typeof answerShape>

/**
 * Why a node is called.
 * - `inUse`: it gave the last valid answer.
 * - `takesOver`: the node in use has just failed.
 * - `takesTurns`: another node is in use and has not failed just now. One of the two refuses some
 *   requests, so the node in use may change with each request.
 */
export type Place = 'inUse' | 'takesOver' | 'takesTurns'

/**
 * Milliseconds after which a node's chain id is read again, by the node's place. `foreignChain`:
 * for a node that belongs to another chain.
 */
const trust = { inUse: 300_000, takesOver: 0, takesTurns: 1_000, foreignChain: 10_000 }

export type NodeOptions = {
  url: string
  /** The chain's EIP-155 id. */
  chainId: number
  fetch: typeof globalThis.fetch
  /** Milliseconds of a monotonic clock. */
  now: () => number
}

/** One node. Its answers count only after it has proved to be on the right chain. */
export class Node {
  readonly #options: NodeOptions
  #standing: 'unknown' | 'member' | 'foreign' = 'unknown'
  #checkedAt = 0

  constructor(options: NodeOptions) {
    this.#options = options
  }

  /**
   * Resolves when the node is known to belong to the chain. Requests its chain id, if that has not
   * been read recently.
   * @throws NodesError when the node belongs to another chain; the errors of `post`
   */
  async ready(place: Place, signal: AbortSignal): Promise<void> {
    const { now } = this.#options
    const lasts = this.#standing === 'foreign' ? trust.foreignChain : trust[place]
    if (this.#standing === 'unknown' || now() - this.#checkedAt >= lasts) await this.#check(signal)
    if (this.#standing === 'foreign') throw new NodesError('The node belongs to another chain')
  }

  /**
   * Calls a method. After a failure the node's chain id is checked again. An invalid answer is no
   * such failure.
   * @throws NodesError for any status but 2xx and 400; BorderError; TimeLimitError; the errors of
   *   `fetch`
   */
  async post(method: string, params: readonly unknown[], signal: AbortSignal): Promise<RpcAnswer> {
    try {
      return await withLimit(timeLimit, signal, (limited) => this.#send(method, params, limited))
    } catch (error) {
      if (!signal.aborted && !(error instanceof BorderError)) this.#standing = 'unknown'
      throw error
    }
  }

  async #send(method: string, params: readonly unknown[], signal: AbortSignal): Promise<RpcAnswer> {
    const { url, fetch } = this.#options
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      signal,
      redirect: 'error',
    })
    if (!response.ok && response.status !== 400) {
      await response.body?.cancel()
      throw new NodesError(`The node answered ${response.status}`)
    }
    return readShape(answerShape, await readJsonStream(response.body, limits))
  }

  /**
   * Reads the node's chain id. An error here never has a JSON-RPC code, so the next node is tried.
   */
  async #check(signal: AbortSignal): Promise<void> {
    const { chainId, now } = this.#options
    const answer = await this.post('eth_chainId', [], signal)
    const id = 'result' in answer ? answer.result : undefined
    if (typeof id !== 'string' || !/^0x[0-9a-f]{1,64}$/i.test(id)) {
      this.#standing = 'unknown'
      throw new NodesError('The node does not say to which chain it belongs')
    }
    this.#standing = BigInt(id) === BigInt(chainId) ? 'member' : 'foreign'
    this.#checkedAt = now()
  }
}
