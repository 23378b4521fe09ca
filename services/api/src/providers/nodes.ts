import { BorderError } from '@latchkey/protocol/border'
import { readLimited, TooLargeError } from '@latchkey/server/readLimited'
import { forwardLimits } from './answerLimits.ts'
import { createNode, type Node } from './createNode.ts'
import { readReplies, type Reading, type RpcAnswer, type RpcReply } from './rpcAnswer.ts'
import type { NodeRules } from './nodeRules.ts'

/**
 * A forwarded answer of a node: the original bytes, and the parsed replies. `replies` is undefined
 * when no answer was due.
 */
export type NodeAnswer = {
  status: 200 | 400
  bytes: Buffer<ArrayBuffer>
  replies: RpcReply | readonly RpcReply[] | undefined
}

/** The result of a method, from one node. */
export type Request = <value = unknown>(
  method: string,
  params: readonly unknown[],
  signal: AbortSignal,
  reading?: Reading<value>,
) => Promise<value>

/**
 * The nodes of one chain, which replace each other. A node on another chain receives only requests
 * for its chain id.
 */
export type Nodes = {
  /**
   * Forwards a client's JSON-RPC request or batch. The next node is used when one does not answer,
   * or reports a problem of its own.
   * @param options.once the request (a transaction) must not be sent again after a node has
   *   answered it, whatever the answer
   * @param options.silent the request contains notifications only
   * @param options.onBytes receives the number of bytes that have arrived; an error from it ends
   *   the reading, but the next node is still tried
   * @throws NodesError when no node answered; the signal's reason
   */
  forward(
    request: string,
    options: {
      once: boolean
      silent: boolean
      signal: AbortSignal
      onBytes?: (bytes: number) => void | Promise<void>
    },
  ): Promise<NodeAnswer>
  /**
   * The answer to one of the service's own requests. Every error that does not come from a contract
   * counts as the node's, and the next node is tried.
   * @throws NodesError when no node answered; the signal's reason
   */
  requestAnswer(
    method: string,
    params: readonly unknown[],
    signal: AbortSignal,
    reading?: Reading<unknown>,
  ): Promise<RpcAnswer>
  /**
   * The result of one method.
   * @param reading reads the result; when it refuses a result, the next node is tried
   * @throws NodesError when no node answered, or all with an error
   */
  request: Request
  /**
   * Runs several requests on one node, so that the answers are consistent. If one fails, all start
   * over with the next node.
   * @throws NodesError when it failed with all nodes
   */
  together<value>(work: (request: Request) => Promise<value>, signal: AbortSignal): Promise<value>
}

/** Thrown when no node of a chain could answer. */
export class NodesError extends Error {
  override readonly name = 'NodesError'
  /** The code of the JSON-RPC error, when a node answered with one. */
  readonly code: number | undefined
  /** Whether the error comes from the called contract. Every node would return it. */
  readonly isRevert: boolean
  /** Whether every node's answer is larger than allowed. */
  readonly isTooLarge: boolean

  constructor(
    message: string,
    options: { cause?: unknown; code?: number; isRevert?: boolean; isTooLarge?: boolean } = {},
  ) {
    super(message, { cause: options.cause })
    this.code = options.code
    this.isRevert = options.isRevert ?? false
    this.isTooLarge = options.isTooLarge ?? false
  }
}

/** A node's answer, and whether it reports a problem of the node itself. */
type AnswerStatus<answer> = { answer: answer; isNodeFault: boolean }

/**
 * @param options.urls in the order in which they are tried
 * @param options.networkId CAIP-2; a node on another chain is not used
 * @param options.rules how nodes of this kind of chain are used
 * @param options.timeLimit milliseconds for one answer of one node
 * @param options.now milliseconds of a clock that does not jump
 * @param options.onForeignChain receives the number, from 1, of a node on another chain
 */
export function createNodes(options: {
  urls: readonly string[]
  networkId: string
  rules: NodeRules
  fetch: typeof globalThis.fetch
  timeLimit: number
  now?: (() => number) | undefined
  onForeignChain?: (position: number) => void
}): Nodes {
  const {
    networkId,
    rules,
    fetch,
    timeLimit,
    now = () => performance.now(),
    onForeignChain = () => {},
  } = options
  const nodes = options.urls.map((url, index) =>
    createNode({
      url,
      networkId,
      rules,
      fetch,
      timeLimit,
      now,
      onForeignChain: () => onForeignChain(index + 1),
    }),
  )
  const first = firstOf(nodes)

  const requestAnswer: Nodes['requestAnswer'] = (method, params, signal, reading) =>
    first(signal, async (node) => {
      const answer = await node.request(method, params, signal, reading)
      return { answer, isNodeFault: answer.error !== undefined && !rules.isRevert(answer.error) }
    })

  return {
    requestAnswer,
    forward: (request, { once, silent, signal, onBytes }) =>
      first(signal, async (node) => {
        const { status, value } = await node.post(request, signal, async (body) => {
          const bytes = await readLimited(body, forwardLimits.bytes, onBytes)
          return {
            bytes,
            replies:
              silent && bytes.toString().trim() === '' ? undefined : await readReplies(bytes),
          }
        })
        return {
          answer: { status, ...value },
          isNodeFault: !once && isNodeFault(value.replies, rules),
        }
      }),
    request: async (method, params, signal, reading) =>
      resultOf(await requestAnswer(method, params, signal, reading), method, rules),
    together: (work, signal) =>
      first(signal, async (node) => {
        const answer = await work(async (method, params, limited, reading) =>
          resultOf(await node.request(method, params, limited, reading), method, rules),
        )
        return { answer, isNodeFault: false }
      }),
  }
}

/** Makes the function that tries the nodes in their order, until one answers. */
function firstOf(nodes: readonly Node[]) {
  /** The node that answered last. */
  let inUse = 0

  return async function first<answer>(
    signal: AbortSignal,
    attempt: (node: Node) => Promise<AnswerStatus<answer>>,
  ): Promise<answer> {
    let troubled: { answer: answer } | undefined
    const causes: unknown[] = []
    let hasFailed = false
    for (const [index, node] of nodes.entries()) {
      try {
        await node.ready(index === inUse ? 'inUse' : hasFailed ? 'takesOver' : 'takesTurns', signal)
        const { answer, isNodeFault } = await attempt(node)
        if (isNodeFault) {
          troubled = { answer }
          continue
        }
        inUse = index
        return answer
      } catch (error) {
        signal.throwIfAborted()
        hasFailed ||= index === inUse
        causes.push(error)
      }
    }
    if (troubled) return troubled.answer
    const isTooLarge = causes.length > 0 && causes.every(isOverLimit)
    throw new NodesError('No node answered', { cause: causes.at(-1), isTooLarge })
  }
}

/** Whether an answer was larger than allowed. */
const isOverLimit = (cause: unknown): boolean =>
  cause instanceof TooLargeError ||
  (cause instanceof BorderError && (cause.fault === 'bytes' || cause.fault === 'values'))

/** The value of the reading, or the result itself without a reading. */
function resultOf<value>(answer: RpcAnswer, method: string, { isRevert }: NodeRules): value {
  if (answer.error)
    throw new NodesError(`${method} failed with code ${answer.error.code}`, {
      code: answer.error.code,
      isRevert: isRevert(answer.error),
    })
  return answer.result as value // the reading's value, or unknown
}

/**
 * Whether a node's error is about the node itself (overloaded, behind, limited) and not about the
 * request. Codes -32000 to -32099 are used for both, but a call that reverts would fail on every
 * node. Source: docs/contracts/api.md#json-rpc
 */
function isNodeFault(
  replies: NodeAnswer['replies'],
  { isRevert, isUnhealthy }: NodeRules,
): boolean {
  const all = replies === undefined ? [] : 'start' in replies ? [replies] : replies
  return all.some(
    ({ error }) =>
      error !== undefined &&
      !isRevert(error) &&
      error.code <= -32000 &&
      error.code >= -32099 &&
      (error.data === undefined || isUnhealthy?.(error) === true),
  )
}
