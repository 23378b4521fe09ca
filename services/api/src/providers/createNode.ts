import { BorderError } from '@latchkey/protocol/border'
import { TooLargeError } from '@latchkey/server/readLimited'
import { answerLimits } from './answerLimits.ts'
import { readPathAnswer } from './pathAnswer.ts'
import { requestNode, requestPath, NodeError, type PathStatus } from './requestNode.ts'
import { readRpcAnswer, type Reading, type RpcAnswer } from './rpcAnswer.ts'
import type { NodePath, NodeRules } from './nodeRules.ts'

/** A node of a chain. Its answers are used only after it has shown that it belongs to the chain. */
export type Node = {
  /**
   * Resolves when the node is known to belong to the chain. Requests its identity, if that has not
   * been checked recently.
   * @throws NodeError when the node belongs to another chain, or does not name its chain; the
   *   errors of `post`; the signal's reason
   */
  ready(place: Place, signal: AbortSignal): Promise<void>
  /**
   * Sends a request. After a failure, the node's chain is checked again. An answer that cannot be
   * read is no such failure.
   * @throws the errors of `requestNode`
   */
  post<value>(
    request: string,
    signal: AbortSignal,
    read: (body: ReadableStream<Uint8Array> | null) => Promise<value>,
  ): Promise<{ status: 200 | 400; value: value }>
  /** Requests a path. It fails as `post` does. */
  fetchPath<value>(
    request: NodePath,
    signal: AbortSignal,
    read: (body: ReadableStream<Uint8Array> | null, status: PathStatus) => Promise<value>,
  ): Promise<{ status: PathStatus; value: value }>
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
 * Why a node is called.
 * - `inUse`: it gave the last valid answer.
 * - `takesOver`: the node in use has just failed.
 * - `takesTurns`: another node is in use and has not failed just now. One of the two refuses some
 *   requests, so the node in use may change with each request.
 */
export type Place = 'inUse' | 'takesOver' | 'takesTurns'

/**
 * Milliseconds after which a node's chain is checked again, by the node's place. `foreignChain`:
 * for a node that belongs to another chain.
 */
const trust = { inUse: 300_000, takesOver: 0, takesTurns: 1_000, foreignChain: 10_000 }

export type NodeOptions = {
  url: string
  /** A CAIP-2 id. */
  networkId: string
  rules: NodeRules
  fetch: typeof fetch
  /** Milliseconds for one answer. */
  timeLimit: number
  now: () => number
  /** Is called when the node belongs to another chain. */
  onForeignChain: () => void
}

/** Makes a node. Its chain is checked before an answer is used. */
export function createNode({
  url,
  networkId,
  rules,
  fetch,
  timeLimit,
  now,
  onForeignChain,
}: NodeOptions): Node {
  const { method: identifying, params: identity = [], isNamed } = rules.identityOf(networkId)
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

    post: (request, signal, read) =>
      watched(signal, () => requestNode(url, request, { fetch, timeLimit, signal }, read)),

    fetchPath: (request, signal, read) =>
      watched(signal, () => requestPath(url, request, { fetch, timeLimit, signal }, read)),

    request: (method, params, signal, reading) => call(1, method, params, signal, reading),
  }

  /** Waits for an answer. If there is none, the node's chain is checked again. */
  async function watched<value>(signal: AbortSignal, work: () => Promise<value>): Promise<value> {
    try {
      return await work()
    } catch (error) {
      if (!signal.aborted && !(error instanceof BorderError || error instanceof TooLargeError))
        standing = 'unknown'
      throw error
    }
  }

  async function call(
    id: number | string,
    method: string,
    params: readonly unknown[],
    signal: AbortSignal,
    reading?: Reading<unknown>,
  ): Promise<RpcAnswer> {
    const limits = answerLimits(rules, method)
    const path = rules.paths?.of(method, params)
    const { value } = path
      ? await node.fetchPath(path, signal, (body, status) =>
          readPathAnswer(body, { status, isText: path.isText ?? false }, limits, reading),
        )
      : await node.post(JSON.stringify({ jsonrpc: '2.0', id, method, params }), signal, (body) =>
          readRpcAnswer(body, limits, reading),
        )
    return value
  }

  /**
   * Checks the node's chain. The request's id is the expected network, so that it appears in the
   * node's log.
   */
  async function handshake(): Promise<void> {
    const value = await call(networkId, identifying, identity, new AbortController().signal)
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
 * Waits for work that several callers share. When a caller's signal aborts, only this caller stops
 * waiting.
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
