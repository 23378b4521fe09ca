import { isObject } from '@latchkey/protocol/isObject'
import type { NetworkId } from '@latchkey/protocol/caip'
import * as counts from '@latchkey/protocol/counts'
import * as times from '@latchkey/protocol/times'
import { kitError } from '../errors.ts'
import { requestJson } from '../http.ts'
import type { Kit } from '../kit.ts'
import { KitError } from '../KitError.ts'
import type { KitNetwork } from '../network.ts'
import { rpcUrlsOf } from '../rpcUrls.ts'
import { withLimit } from '../withLimit.ts'

/**
 * The time limit of a request with all its retries, for each address that may be asked, in
 * milliseconds.
 */
const nodeLimit = times.httpRequest * (counts.retries + 1)

/** Sends requests to the networks' nodes, not to a wallet. */
export type Node = {
  /**
   * One JSON-RPC call. @throws KitError networkNotFound, httpTimeout, requestAborted, what the node
   * answers
   */
  ask(networkId: NetworkId, method: string, params: unknown, signal?: AbortSignal): Promise<unknown>
}

/** The error with which a node answered. */
type NodeAnswer = { code?: unknown; message?: unknown }

/**
 * The nodes of these networks. Each is asked again after a fault that may pass. If a network has
 * several addresses, the next one is asked when one stays out of reach, does not answer twice in
 * time (the second time within 3 s), does not know the method, or answers another request.
 * `isVerdict` says which errors are the network's own verdict on a call, so that another node would
 * answer alike. JSON-RPC 2.0
 */
export function createNode(
  { context }: Kit,
  networks: readonly KitNetwork[],
  isVerdict: (answer: NodeAnswer) => boolean,
): Node {
  let lastId = 0
  /**
   * Whether another node would not help: the request was aborted, or this one said what the network
   * says.
   */
  const isFinal = (error: unknown) =>
    // an Error of askOne
    KitError.is(error) ? error.code === 'requestAborted' : isVerdict(error as NodeAnswer)

  async function requestUrl(
    url: string,
    question: { id: number },
    isLast: boolean,
    signal: AbortSignal,
  ): Promise<unknown> {
    const answer = await requestJson(context, {
      method: 'POST',
      url,
      body: question,
      contentType: 'application/json',
      afterTimeout: isLast ? undefined : times.nodeRepeat,
      signal,
    })
    // a node that could not read the question, or did not look at it, does not know its number
    if (
      !isObject(answer) ||
      (answer['id'] !== question.id && !(answer['error'] && (answer['id'] ?? null) === null))
    )
      throw kitError('answerInvalid')
    if (isObject(answer['error']))
      throw Object.assign(new Error(String(answer['error']['message'] ?? '').slice(0, 500)), {
        code: answer['error']['code'],
        data: answer['error']['data'],
      })
    if (!('result' in answer)) throw kitError('answerInvalid')
    return answer['result']
  }

  const ask: Node['ask'] = (networkId, method, params, signal) => {
    const network = networks.find((network) => network.networkId === networkId)
    const urls = network ? rpcUrlsOf(network, context.options) : []
    const task = async (limited: AbortSignal) => {
      const question = { jsonrpc: '2.0', id: ++lastId, method, params: params ?? [] }
      for (const [at, url] of urls.entries()) {
        const isLast = at === urls.length - 1
        try {
          return await requestUrl(url, question, isLast, limited)
        } catch (error) {
          if (isLast || isFinal(error)) throw error
        }
      }
      throw kitError('networkNotFound')
    }
    return withLimit(task, {
      ms: nodeLimit * Math.max(1, urls.length),
      clock: context.clock,
      signal,
      onTimeout: () => kitError('httpTimeout'),
    })
  }
  return {
    ask,
  }
}
