import { BorderError } from '@latchkey/protocol/border'
import { TooLargeError } from '@latchkey/server/readLimited'
import { answerLimits } from './answerLimits.ts'
import { requestNode, NodeError } from './requestNode.ts'
import { chainIdentity } from './chainIdentity.ts'
import { readRpcAnswer, type Reading, type RpcAnswer } from './rpcAnswer.ts'

/** One node of a chain. Its answers are used only after it has named the right chain. */
export type Node = {
  /**
   * Resolves when the node is known to belong to the chain: asks it, unless its earlier answer is
   * still valid.
   * @throws NodeError when the node belongs to another chain, or does not answer that question
   */
  ready(place: Place, signal: AbortSignal): Promise<void>
  /**
   * Posts a request. A node that fails has to name its chain again; an unreadable answer is no such
   * failure. @throws what `askNode` throws
   */
  post<value>(
    request: string,
    signal: AbortSignal,
    read: (body: ReadableStream<Uint8Array> | null) => Promise<value>,
  ): Promise<{ status: 200 | 400; value: value }>
  /**
   * Calls a method. @throws BorderError when the answer has another shape or is too large; what
   * `askNode` throws
   */
  ask<value = unknown>(
    method: string,
    params: readonly unknown[],
    signal: AbortSignal,
    reading?: Reading<value>,
  ): Promise<RpcAnswer>
}

/**
 * The place of a node among the others. `inUse`: its answer was the last that counted. `takesOver`:
 * the node in use has just failed. `takesTurns`: the node in use has not failed, but refuses some
 * requests, or this node did before. Then the node may change with every request.
 */
export type Place = 'inUse' | 'takesOver' | 'takesTurns'

/**
 * Milliseconds for which a node's chain id is trusted, by the node's place; `stranger`: before a
 * node of another chain is asked again.
 */
const trust = { inUse: 300_000, takesOver: 0, takesTurns: 1_000, stranger: 10_000 }

export type NodeOptions = {
  url: string
  /** CAIP-2. */
  networkId: string
  fetch: typeof fetch
  /** Milliseconds for one answer. */
  timeLimit: number
  now: () => number
  /** Called when the node turns out to belong to another chain. */
  onStranger: () => void
}

/**
 * A node by its URL. `timeLimit` in milliseconds; the network is checked before its first answer
 * counts.
 */
export function createNode({
  url,
  networkId,
  fetch,
  timeLimit,
  now,
  onStranger,
}: NodeOptions): Node {
  const { method: identifying, isNamed } = chainIdentity(networkId)
  let standing: 'unknown' | 'member' | 'stranger' = 'unknown'
  let saidAt = 0
  let asking: Promise<void> | undefined

  const node: Node = {
    async ready(place, signal) {
      const counts = standing === 'stranger' ? trust.stranger : trust[place]
      if (standing === 'unknown' || now() - saidAt >= counts) {
        asking ??= handshake().finally(() => (asking = undefined))
        await unlessAborted(asking, signal)
      }
      if (standing === 'stranger') throw new NodeError('The node belongs to another chain')
    },

    async post(request, signal, read) {
      try {
        return await requestNode(url, request, { fetch, timeLimit, signal }, read)
      } catch (error) {
        if (!signal.aborted && !(error instanceof BorderError || error instanceof TooLargeError))
          standing = 'unknown'
        throw error
      }
    },

    async ask(method, params, signal, reading) {
      const request = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
      const { value } = await node.post(request, signal, (body) =>
        readRpcAnswer(body, answerLimits(method), reading),
      )
      return value
    },
  }

  /** The request's id names the expected chain, as a help in the node's log. */
  async function handshake(): Promise<void> {
    const request = JSON.stringify({
      jsonrpc: '2.0',
      id: networkId,
      method: identifying,
      params: [],
    })
    const { value } = await node.post(request, new AbortController().signal, (body) =>
      readRpcAnswer(body, answerLimits(identifying)),
    )
    const isMember = 'result' in value ? isNamed(value.result) : undefined
    if (isMember === undefined)
      throw new NodeError('The node does not say to which chain it belongs')
    const before = standing
    standing = isMember ? 'member' : 'stranger'
    saidAt = now()
    if (standing === 'stranger' && before !== 'stranger') onStranger()
  }

  return node
}

/** An aborted caller stops waiting; others may wait for the same work. */
function unlessAborted(work: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason)
    signal.addEventListener('abort', leave, { once: true })
    work
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', leave))
      .catch(reject)
  })
}
