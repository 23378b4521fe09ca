import * as v from 'valibot'
import { readShape } from '@latchkey/protocol/border'
import { isRevert } from '@latchkey/server/isRevert'
import { readJsonStream } from '@latchkey/server/readJsonStream'
import { withLimit } from '@latchkey/server/waiting'

/** Milliseconds that one node has for one answer. */
const timeLimit = 10_000
/** A block may have many transactions; only its head is read. */
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
type RpcAnswer = v.InferOutput<typeof answerShape>

/** Sends one request for a JSON-RPC method. @throws NodesError; the signal's reason */
export type NodeRequest = (
  method: string,
  params: readonly unknown[],
  signal: AbortSignal,
) => Promise<unknown>

/** No node of a chain could answer. */
export class NodesError extends Error {
  override readonly name = 'NodesError'
  /** The code of the JSON-RPC error, when a node answered with one. */
  readonly code: number | undefined
  /** Whether the error comes from the called contract. Every node would return it. */
  readonly isRevert: boolean

  constructor(
    message: string,
    { cause, code, isRevert = false }: { cause?: unknown; code?: number; isRevert?: boolean } = {},
  ) {
    super(message, { cause })
    this.code = code
    this.isRevert = isRevert
  }
}

/**
 * The nodes of one chain, which replace each other. A node on another chain is asked for nothing
 * but its number.
 */
export class Nodes {
  readonly #nodes: readonly { url: string; isRight: boolean }[]
  readonly #chainId: number
  readonly #fetch: typeof fetch

  /**
   * @param options.urls in the order in which they are tried
   * @param options.chainId the number of the chain
   */
  constructor({
    urls,
    chainId,
    fetch,
  }: {
    urls: readonly string[]
    chainId: number
    fetch: typeof globalThis.fetch
  }) {
    this.#nodes = urls.map((url) => ({ url, isRight: false }))
    this.#chainId = chainId
    this.#fetch = fetch
  }

  /** The result of one method. The next node is tried for every error that is not a contract's. */
  request: NodeRequest = (method, params, signal) =>
    this.#first(signal, async (url) =>
      resultOf(await this.#post(url, method, params, signal), method),
    )

  /**
   * Runs several requests on one node, so that the answers are consistent. If one fails, all begin
   * anew with the next node.
   * @throws NodesError
   */
  together<value>(
    work: (request: NodeRequest) => Promise<value>,
    signal: AbortSignal,
  ): Promise<value> {
    return this.#first(signal, (url) =>
      work(async (method, params, limited) =>
        resultOf(await this.#post(url, method, params, limited), method),
      ),
    )
  }

  /**
   * Sends a signed transaction. A node's refusal is no failure: the transaction may have been sent
   * before, or is too old.
   * @throws NodesError when no node answered
   */
  async send(raw: string, signal: AbortSignal): Promise<void> {
    await this.#first(signal, (url) => this.#post(url, 'eth_sendRawTransaction', [raw], signal))
  }

  async #first<value>(
    signal: AbortSignal,
    attempt: (url: string) => Promise<value>,
  ): Promise<value> {
    let failure: unknown
    for (const node of this.#nodes)
      try {
        node.isRight ||= await this.#isOfChain(node.url, signal)
        return await attempt(node.url)
      } catch (error) {
        signal.throwIfAborted()
        if (error instanceof NodesError && error.isRevert) throw error
        // a code says more: it is about the request, while another node may just be down
        if (codeOf(failure) === undefined || codeOf(error) !== undefined) failure = error
      }
    if (failure instanceof NodesError) throw failure
    throw new NodesError('No node answered', { cause: failure })
  }

  async #isOfChain(url: string, signal: AbortSignal): Promise<boolean> {
    const id = resultOf(await this.#post(url, 'eth_chainId', [], signal), 'eth_chainId')
    if (Number(id) !== this.#chainId) throw new NodesError('The node belongs to another chain')
    return true
  }

  #post(
    url: string,
    method: string,
    params: readonly unknown[],
    signal: AbortSignal,
  ): Promise<RpcAnswer> {
    return withLimit(timeLimit, signal, async (limited) => {
      const response = await this.#fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
        signal: limited,
      })
      return readShape(answerShape, await readJsonStream(response.body, limits))
    })
  }
}

/** The code of a node's own error. */
const codeOf = (error: unknown) => (error instanceof NodesError ? error.code : undefined)

function resultOf(answer: RpcAnswer, method: string): unknown {
  if ('result' in answer) return answer.result
  const { error } = answer
  throw new NodesError(`${method} failed with code ${error.code}`, {
    code: error.code,
    isRevert: isRevert(error),
  })
}
