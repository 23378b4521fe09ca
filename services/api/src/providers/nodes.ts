import { BorderError } from '@latchkey/protocol/border'
import { readLimited, TooLargeError } from '@latchkey/server/readLimited'
import { passedOn } from './answerLimits.ts'
import { createNode, type Node } from './createNode.ts'
import { isRevert } from './isRevert.ts'
import { readReplies, type Reading, type RpcAnswer, type RpcReply } from './rpcAnswer.ts'

/** What is passed on of a node's answer: the bytes as they came, and what is known of them; undefined when there was nothing to answer. */
export type NodeAnswer = { status: 200 | 400; bytes: Buffer<ArrayBuffer>; replies: RpcReply | readonly RpcReply[] | undefined }

/** The result of a method, from one node. */
export type Request = <value = unknown>(method: string, params: readonly unknown[], signal: AbortSignal, reading?: Reading<value>) => Promise<value>

/** The nodes of one chain, which stand in for one another. One of another chain is asked nothing but which it is. */
export type Nodes = {
  /**
   * Passes a client's JSON-RPC request or batch on. The next node is asked when one gives no answer or says that it is in trouble.
   * @param options.once what must not be sent again once a node has answered it, whatever the answer (a transaction)
   * @param options.silent the request holds notifications only
   * @param options.onBytes hears how many bytes of an answer have come; what it throws ends the reading, not the asking
   * @throws NodesError when no node answered; the signal's reason
   */
  forward(request: string, options: { once: boolean; silent: boolean; signal: AbortSignal; onBytes?: (bytes: number) => void | Promise<void> }): Promise<NodeAnswer>
  /**
   * The answer to a request of our own: every error that is not a contract's is the node's, and the next one is asked.
   * @throws NodesError when no node answered; the signal's reason
   */
  ask(method: string, params: readonly unknown[], signal: AbortSignal, reading?: Reading<unknown>): Promise<RpcAnswer>
  /**
   * The result of one method.
   * @param reading how it is read; what it refuses is no answer, and the next node is asked
   * @throws NodesError when no node answered, or all with an error
   */
  request: Request
  /**
   * Does work of several requests with one node, so that the answers belong together. It begins anew with the next node when it fails.
   * @throws NodesError when it failed with all
   */
  together<value>(work: (request: Request) => Promise<value>, signal: AbortSignal): Promise<value>
}

/** No node of a chain could answer. */
export class NodesError extends Error {
  override readonly name = 'NodesError'
  /** Of the JSON-RPC error, when a node answered with one. */
  readonly code: number | undefined
  /** Whether that error is the contract's that was called: every node would answer so. */
  readonly isRevert: boolean
  /** Whether every node has an answer, and it is larger than such an answer may be. */
  readonly isTooLarge: boolean

  constructor(message: string, options: { cause?: unknown; code?: number; isRevert?: boolean; isTooLarge?: boolean } = {}) {
    super(message, { cause: options.cause })
    this.code = options.code
    this.isRevert = options.isRevert ?? false
    this.isTooLarge = options.isTooLarge ?? false
  }
}

/** What a node said, and whether it speaks of itself. */
type Said<answer> = { answer: answer; isInTrouble: boolean }

/**
 * @param options.urls the first is asked first
 * @param options.networkId CAIP-2; a node that says another is not asked
 * @param options.timeLimit milliseconds for one answer of one node
 * @param options.now milliseconds of a clock that does not jump
 * @param options.onStranger hears the number of a node, from 1, that belongs to another chain
 */
export function createNodes(options: { urls: readonly string[]; networkId: string; fetch: typeof fetch; timeLimit: number; now?: (() => number) | undefined; onStranger?: (position: number) => void }): Nodes {
  const { networkId, fetch, timeLimit, now = () => performance.now(), onStranger = () => {} } = options
  const nodes = options.urls.map((url, index) => createNode({ url, networkId, fetch, timeLimit, now, onStranger: () => onStranger(index + 1) }))
  /** The node that has answered last. */
  let inUse = 0

  async function first<answer>(signal: AbortSignal, attempt: (node: Node) => Promise<Said<answer>>): Promise<answer> {
    let troubled: { answer: answer } | undefined
    const causes: unknown[] = []
    let hasFailed = false
    for (const [index, node] of nodes.entries()) {
      try {
        await node.ready(index === inUse ? 'inUse' : hasFailed ? 'takesOver' : 'takesTurns', signal)
        const { answer, isInTrouble } = await attempt(node)
        if (isInTrouble) {
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
    const isTooLarge = causes.length > 0 && causes.every((cause) => cause instanceof TooLargeError || (cause instanceof BorderError && (cause.fault === 'bytes' || cause.fault === 'values')))
    throw new NodesError('No node answered', { cause: causes.at(-1), isTooLarge })
  }

  const ask: Nodes['ask'] = (method, params, signal, reading) => first(signal, async (node) => {
    const answer = await node.ask(method, params, signal, reading)
    return { answer, isInTrouble: answer.error !== undefined && !isRevert(answer.error) }
  })

  return {
    ask,
    forward: (request, { once, silent, signal, onBytes }) => first(signal, async (node) => {
      const { status, value } = await node.post(request, signal, async (body) => {
        const bytes = await readLimited(body, passedOn.bytes, onBytes)
        return { bytes, replies: silent && bytes.toString().trim() === '' ? undefined : await readReplies(bytes) }
      })
      return { answer: { status, ...value }, isInTrouble: !once && isInTrouble(value.replies) }
    }),
    request: async (method, params, signal, reading) => resultOf(await ask(method, params, signal, reading), method),
    together: (work, signal) => first(signal, async (node) => {
      const answer = await work(async (method, params, limited, reading) => resultOf(await node.ask(method, params, limited, reading), method))
      return { answer, isInTrouble: false }
    }),
  }
}

/** What a reading has made of the result, or the result where nothing reads it. */
function resultOf<value>(answer: RpcAnswer, method: string): value {
  if (answer.error) throw new NodesError(`${method} failed with code ${answer.error.code}`, { code: answer.error.code, isRevert: isRevert(answer.error) })
  return answer.result as value // the reading's, or unknown
}

/**
 * Whether a node speaks of itself (overloaded, behind, limited) and not of the request. Codes -32000 to -32099 mean both:
 * a call that reverts would fail everywhere. Source: blockchain API contract, section 11.
 */
function isInTrouble(replies: NodeAnswer['replies']): boolean {
  const all = replies === undefined ? [] : 'start' in replies ? [replies] : replies
  return all.some(({ error }) => error !== undefined && !isRevert(error) && error.code <= -32000 && error.code >= -32099 && error.data === undefined)
}
