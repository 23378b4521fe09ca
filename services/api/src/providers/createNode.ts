import { BorderError } from '@latchkey/protocol/border'
import { TooLargeError } from '@latchkey/server/readLimited'
import { answerLimits } from './answerLimits.ts'
import { requestNode, NodeError } from './requestNode.ts'
import { readRpcAnswer, type Reading, type RpcAnswer } from './rpcAnswer.ts'
import type { NodeRules } from './nodeRules.ts'

/** One node of a chain. Its answers count only after it has proved to be on the right chain. */
export type Node = {
  /**
   * Resolves when the node is known to be on the chain. Requests its chain id, unless its earlier
   * answer is still valid.
   * @throws NodeError when the node is on another chain, or does not answer
   */
  ready(place: Place, signal: AbortSignal): Promise<void>
  /**
   * Posts a request. A node that fails has to prove its chain again; an unreadable answer is no
   * such failure.
   * @throws the errors of `requestNode`
   */
  post<value>(
    request: string,
    signal: AbortSignal,
    read: (body: ReadableStream<Uint8Array> | null) => Promise<value>,
  ): Promise<{ status: 200 | 400; value: value }>
  /**
   * Calls a method.
   * @throws BorderError when the answer has another shape or is too large; the errors of
   *   `requestNode`
   */
  request<value = unknown>(
    method: string,
    params: readonly unknown[],
    signal: AbortSignal,
    reading?: Reading<value>,
  ): Promise<RpcAnswer>
}

/**
 * The position of a node among the others.
 * - `inUse`: it gave the last valid answer.
 * - `takesOver`: the node in use has just failed.
 * - `takesTurns`: the node in use refuses some requests, or this node did before, so the node may
 * change with every request.
 */
export type Place = 'inUse' | 'takesOver' | 'takesTurns'

/**
 * Milliseconds for which a node's chain id is trusted, by the node's position. `foreignChain`:
 * pause before a node of another chain is checked again.
 */
const trust = { inUse: 300_000, takesOver: 0, takesTurns: 1_000, foreignChain: 10_000 }

export type NodeOptions = {
  url: string
  /** CAIP-2. */
  networkId: string
  rules: NodeRules
  fetch: typeof fetch
  /** Milliseconds for one answer. */
  timeLimit: number
  now: () => number
  /** Called when the node is on another chain. */
  onForeignChain: () => void
}

/**
 * Makes a node by its URL. `timeLimit` in milliseconds. Its chain is checked before its first
 * answer counts.
 */
export function createNode({
  url,
  networkId,
  rules,
  fetch,
  timeLimit,
  now,
  onForeignChain,
}: NodeOptions): Node {
  const { method: identifying, isNamed } = rules.identityOf(networkId)
  let standing: 'unknown' | 'member' | 'foreign' = 'unknown'
  let checkedAt = 0
  let checking: Promise<void> | undefined

  const node: Node = {
    async ready(place, signal) {
      const counts = standing === 'foreign' ? trust.foreignChain : trust[place]
      if (standing === 'unknown' || now() - checkedAt >= counts) {
        checking ??= handshake().finally(() => (checking = undefined))
        await unlessAborted(checking, signal)
      }
      if (standing === 'foreign') throw new NodeError('The node belongs to another chain')
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

    async request(method, params, signal, reading) {
      const request = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
      const { value } = await node.post(request, signal, (body) =>
        readRpcAnswer(body, answerLimits(rules, method), reading),
      )
      return value
    },
  }

  /**
   * Checks the node's chain. The request's id contains the expected chain, so that the node's log
   * shows it.
   */
  async function handshake(): Promise<void> {
    const request = JSON.stringify({
      jsonrpc: '2.0',
      id: networkId,
      method: identifying,
      params: [],
    })
    const { value } = await node.post(request, new AbortController().signal, (body) =>
      readRpcAnswer(body, answerLimits(rules, identifying)),
    )
    const isMember = 'result' in value ? isNamed(value.result) : undefined
    if (isMember === undefined)
      throw new NodeError('The node does not say to which chain it belongs')
    const before = standing
    standing = isMember ? 'member' : 'foreign'
    checkedAt = now()
    if (standing === 'foreign' && before !== 'foreign') onForeignChain()
  }

  return node
}

/**
 * Waits for shared work. An aborted caller stops waiting, while other callers may still wait for
 * it.
 */
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
