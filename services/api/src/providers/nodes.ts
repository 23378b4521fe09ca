import { BorderError } from '@latchkey/protocol/border'
import { readLimited, TooLargeError } from '@latchkey/server/readLimited'
import { wait } from '@latchkey/server/waiting'
import { forwardLimits } from './answerLimits.ts'
import { createAgreement, type Agreement } from './createAgreement.ts'
import { createNode, type Node } from './createNode.ts'
import { refusalBytes } from './pathAnswer.ts'
import type { PathStatus } from './requestNode.ts'
import { readReplies, type Reading, type RpcAnswer, type RpcReply } from './rpcAnswer.ts'
import type { NodePath, NodeRules } from './nodeRules.ts'

/**
 * A node's answer to a forwarded request: its bytes, and the parsed replies. `replies` is undefined
 * if no reply was due.
 */
export type NodeAnswer = {
  status: 200 | 400
  bytes: Buffer<ArrayBuffer>
  replies: RpcReply | readonly RpcReply[] | undefined
}

/** A node's answer to a path that is passed on. */
export type PathAnswer = { status: PathStatus; bytes: Buffer<ArrayBuffer> }

/** Calls a method on one node, and returns its result. */
export type Request = <value = unknown>(
  method: string,
  params: readonly unknown[],
  signal: AbortSignal,
  reading?: Reading<value>,
) => Promise<value>

/**
 * The nodes of one chain. They are tried in order. A node of another chain gets only requests for
 * its identity.
 */
export type Nodes = {
  /**
   * Forwards a client's JSON-RPC request or batch. If a node does not answer, or reports a problem
   * of its own, the next node is tried.
   * @param options.once the request sends a transaction: after a node has answered in any way, it
   *   must not be sent again
   * @param options.silent the request has only notifications, so no reply is due
   * @param options.onBytes is called for each part of an answer, with the part's number of bytes;
   *   if it throws, the reading ends, but the next node is still tried
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
   * Passes a client's path on, as `forward` does. If a node does not have it, the next node is
   * tried. The text of a refusal has at most 2 KiB.
   * @param options.isValid whether a successful answer can be true; if not, the next node is tried
   * @throws NodesError when no node answered; the signal's reason
   */
  forwardPath(
    request: NodePath,
    options: {
      once: boolean
      isValid?: (bytes: Buffer) => boolean
      signal: AbortSignal
      onBytes?: (bytes: number) => void | Promise<void>
    },
  ): Promise<PathAnswer>
  /**
   * The answer to a request of the service itself. After every error that does not come from a
   * contract, the next node is tried.
   * @throws NodesError when no node answered; the signal's reason
   */
  requestAnswer(
    method: string,
    params: readonly unknown[],
    signal: AbortSignal,
    reading?: Reading<unknown>,
  ): Promise<RpcAnswer>
  /**
   * The result of a method.
   * @param reading reads the result; if it refuses the result, the next node is tried
   * @throws NodesError when no node answered, or all answered with an error
   */
  request: Request
  /**
   * Runs several requests on one node, so that the answers are consistent. If a request fails, all
   * of them are repeated on the next node.
   * @throws NodesError when it has failed on all nodes
   */
  together<value>(work: (request: Request) => Promise<value>, signal: AbortSignal): Promise<value>
  /**
   * Runs several requests as `together` does, but on two nodes, if two answer. So a single node
   * that lies, or is behind, is found out.
   * @param join makes one result of two, in the order of the list. Undefined if they contradict
   *   each other
   * @throws NodesError when no node answered, or when two nodes contradict each other twice
   */
  agreed<value>(
    work: (request: Request, signal: AbortSignal) => Promise<value>,
    join: (first: value, second: value) => value | undefined,
    signal: AbortSignal,
  ): Promise<value>
}

/** No node of a chain gave a usable answer. */
export class NodesError extends Error {
  override readonly name = 'NodesError'
  /** The code of the JSON-RPC error; undefined when no node answered with an error. */
  readonly code: number | undefined
  /** Whether the called contract reverted. Then every node would answer the same. */
  readonly isRevert: boolean
  /** Whether the answers of all nodes were larger than allowed. */
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

/** Milliseconds until two nodes that contradicted each other are read again. */
const disagreementPause = 500

/** A node's answer, and whether it reports a problem of the node itself. */
type AnswerStatus<answer> = { answer: answer; isNodeFault: boolean }

/**
 * Makes the nodes of a chain.
 * @param options.urls their addresses, in the order in which they are tried
 * @param options.networkId CAIP-2; a node of another network is not used
 * @param options.rules the rules for nodes of this kind of chain
 * @param options.timeLimit milliseconds for one answer of a node
 * @param options.now milliseconds of a monotonic clock
 * @param options.onForeignChain is called with the number, from 1, of a node that belongs to
 *   another chain
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
  const agreement: Agreement = createAgreement(nodes, now)
  const requestOn =
    (node: Node): Request =>
    async (method, params, limited, reading) =>
      resultOf(await node.request(method, params, limited, reading), method, rules)

  const requestAnswer: Nodes['requestAnswer'] = (method, params, signal, reading) =>
    first(signal, async (node) => {
      const answer = await node.request(method, params, signal, reading)
      return { answer, isNodeFault: answer.error !== undefined && !rules.isRevert(answer.error) }
    })

  return {
    requestAnswer,
    ...forwarding(first, rules),
    request: async (method, params, signal, reading) =>
      resultOf(await requestAnswer(method, params, signal, reading), method, rules),
    together: (work, signal) =>
      first(signal, async (node) => {
        const answer = await work(requestOn(node))
        return { answer, isNodeFault: false }
      }),
    async agreed(work, join, signal) {
      for (let turn = 0; turn < 2; turn += 1) {
        if (turn > 0) await wait(disagreementPause, signal)
        const { results, cause } = await agreement(
          (node, limited) => work(requestOn(node), limited),
          signal,
        )
        const [result, second] = results
        if (!result) throw new NodesError('No node answered', { cause })
        const value = second ? join(result.value, second.value) : result.value
        if (value !== undefined) return value
      }
      throw new NodesError('Two nodes contradict each other')
    },
  }
}

/** Makes the functions that pass clients' requests on. */
const forwarding = (
  first: ReturnType<typeof firstOf>,
  rules: NodeRules,
): Pick<Nodes, 'forward' | 'forwardPath'> => ({
  forward: (request, { once, silent, signal, onBytes }) =>
    first(signal, async (node) => {
      const { status, value } = await node.post(request, signal, async (body) => {
        const bytes = await readLimited(body, forwardLimits.bytes, onBytes)
        return {
          bytes,
          replies: silent && bytes.toString().trim() === '' ? undefined : await readReplies(bytes),
        }
      })
      return {
        answer: { status, ...value },
        isNodeFault: !once && isNodeFault(value.replies, rules),
      }
    }),
  forwardPath: (request, { once, isValid, signal, onBytes }) =>
    first(signal, async (node) => {
      const { status, value: bytes } = await node.fetchPath(request, signal, (body, found) =>
        found === 200
          ? readLimited(body, forwardLimits.bytes, onBytes)
          : readLimited(body, refusalBytes, onBytes),
      )
      if (status === 200 && isValid?.(bytes) === false)
        throw new NodesError('An answer that its hash contradicts')
      return { answer: { status, bytes }, isNodeFault: !once && status === 404 }
    }),
})

/** Makes the function that tries the nodes in order until one answers. */
function firstOf(nodes: readonly Node[]) {
  /** The index of the node that answered last. */
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

/** Whether a failure means that the answer was larger than allowed. */
const isOverLimit = (cause: unknown): boolean =>
  cause instanceof TooLargeError ||
  (cause instanceof BorderError && (cause.fault === 'bytes' || cause.fault === 'values'))

/** The result in an answer, as `reading` has read it. @throws NodesError for an error answer */
function resultOf<value>(answer: RpcAnswer, method: string, { isRevert }: NodeRules): value {
  if (answer.error)
    throw new NodesError(`${method} failed with code ${answer.error.code}`, {
      code: answer.error.code,
      isRevert: isRevert(answer.error),
    })
  // with a reading it is the reading's value; without one, `value` is unknown
  return answer.result as value
}

/**
 * Whether a node's error is about the node itself (overloaded, behind, limited), and not about the
 * request. Nodes use the codes -32000 to -32099 for both. A revert is about the request, because it
 * would fail on every node. Source: docs/contracts/api.md#json-rpc
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
