import { isObject } from '@latchkey/protocol/isObject'
import type { NetworkId } from '@latchkey/protocol/caip'
import * as counts from '@latchkey/protocol/counts'
import * as times from '@latchkey/protocol/times'
import { kitError } from '../errors/errors.ts'
import { requestJson } from '../http/http.ts'
import type { HttpRequest } from '../http/http.ts'
import { joinUrl } from '../http/joinUrl.ts'
import type { Kit } from '../kit/kit.ts'
import { KitError } from '../errors/KitError.ts'
import type { KitNetwork } from '../contracts/network.ts'
import { rpcUrlsOf } from '../options/rpcUrls.ts'
import { withLimit } from '../errors/withLimit.ts'
import { contextOf } from '../kit/context.ts'
import type { KitContext } from '../kit/context.ts'

/** The time limit of a request with all its retries, for each URL, in milliseconds. */
const nodeLimit = times.httpRequest * (counts.retries + 1)

/** Sends requests to the networks' nodes, not to a wallet. */
export type Node = {
  /**
   * Sends one JSON-RPC call.
   * @throws KitError networkNotFound, httpTimeout, httpFailed, answerInvalid, requestAborted, and
   *   the node's own errors
   */
  request(
    networkId: NetworkId,
    method: string,
    params: unknown,
    signal?: AbortSignal,
  ): Promise<unknown>
  /**
   * Reads JSON by GET, from a path below the node's URL. Some chains' nodes have such paths instead
   * of JSON-RPC.
   * @param path begins with a slash
   * @throws KitError networkNotFound, httpTimeout, httpFailed (with `status`), answerInvalid,
   *   requestAborted
   */
  get(networkId: NetworkId, path: string, signal?: AbortSignal): Promise<unknown>
  /**
   * Reads a text by GET, as `get` reads JSON.
   * @throws KitError as `get`
   */
  getText(networkId: NetworkId, path: string, signal?: AbortSignal): Promise<string>
  /**
   * Sends a text by POST, and returns the text of the answer. Where a network has several URLs, the
   * text may reach several nodes.
   * @throws KitError as `get`; in httpFailed, `details` is the node's reason
   */
  post(networkId: NetworkId, path: string, body: string, signal?: AbortSignal): Promise<string>
}

/** One try at one URL of a network. */
type Attempt = Pick<HttpRequest, 'url' | 'afterTimeout' | 'signal'>

/** The error in a node's answer. */
type NodeAnswer = { code?: unknown; message?: unknown }

/**
 * Makes a client of these networks' nodes. It retries after a temporary fault. Where a network has
 * several URLs, it goes on to the next one after any error but a verdict, for example when a node
 * - can't be reached,
 * - does not answer twice in time (the second time within 3 s),
 * - does not know the method,
 * - or answers with the id of another request.
 *
 * `isVerdict` recognises errors about the call itself, such as a revert: every node of the network
 * would give the same answer. JSON-RPC 2.0
 */
export function createNode(
  kit: Kit,
  networks: readonly KitNetwork[],
  isVerdict: (answer: NodeAnswer) => boolean,
): Node {
  const context = contextOf(kit)
  let lastId = 0
  /**
   * Whether another node would not help: the request was aborted, or every node would give the same
   * answer.
   */
  const isFinal = (error: unknown) =>
    // every other error is one that `call` made from a node's answer
    KitError.is(error) ? error.code === 'requestAborted' : isVerdict(error as NodeAnswer)

  /** Tries the URLs of a network one after another. */
  function ask(
    networkId: NetworkId,
    signal: AbortSignal | undefined,
    tryUrl: (attempt: Attempt) => Promise<unknown>,
  ): Promise<unknown> {
    const network = networks.find((network) => network.networkId === networkId)
    const urls = network ? rpcUrlsOf(network, context.options) : []
    const task = async (limited: AbortSignal) => {
      for (const [at, url] of urls.entries()) {
        const isLast = at === urls.length - 1
        const afterTimeout = isLast ? undefined : times.nodeRepeat
        try {
          return await tryUrl({ url, afterTimeout, signal: limited })
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

  /** Sends a request to a path below the node's URL. */
  const rest = (
    networkId: NetworkId,
    path: string,
    request: Pick<HttpRequest, 'method' | 'format' | 'body'>,
    signal: AbortSignal | undefined,
  ) =>
    ask(networkId, signal, ({ url, ...attempt }) =>
      requestJson(context, { ...request, url: nodeUrl(url, path), ...attempt }),
    )

  return {
    request(networkId, method, params, signal) {
      const question = { jsonrpc: '2.0', id: ++lastId, method, params: params ?? [] }
      return ask(networkId, signal, (attempt) => call(context, attempt, question))
    },
    get: (networkId, path, signal) => rest(networkId, path, { method: 'GET' }, signal),
    getText: async (networkId, path, signal) =>
      String(await rest(networkId, path, { method: 'GET', format: 'text' }, signal)),
    post: async (networkId, path, body, signal) =>
      String(await rest(networkId, path, { method: 'POST', format: 'text', body }, signal)),
  }
}

/** Appends a path to a node's URL, before the query, which has the site's `projectId`. */
function nodeUrl(base: string, path: string): string {
  const [, url = base, query = ''] = /^([^?]*)(\?.*)?$/.exec(base) ?? []
  return joinUrl(url, path) + query
}

/**
 * Sends one call to one URL.
 * @throws an Error with the node's code and data where the node answers with an error; KitError
 *   answerInvalid, and the errors of `requestJson`
 */
async function call(
  context: KitContext,
  attempt: Attempt,
  question: { id: number },
): Promise<unknown> {
  const answer = await requestJson(context, {
    method: 'POST',
    body: question,
    contentType: 'application/json',
    ...attempt,
  })
  // in an error, the id may be null or absent: the node could not parse the request, or did not
  // read it
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
