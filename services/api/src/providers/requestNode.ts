import { withLimit } from '@latchkey/server/waiting'
import type { NodePath } from './nodeRules.ts'

/**
 * A node gave no usable answer. The message contains no URL, because a URL may contain the
 * operator's key.
 */
export class NodeError extends Error {
  override readonly name = 'NodeError'
}

type RequestOptions = { fetch: typeof fetch; timeLimit: number; signal: AbortSignal }
type ReadBody<value> = (body: ReadableStream<Uint8Array> | null) => Promise<value>

/**
 * Sends a JSON-RPC request or batch to a node.
 * @param options.timeLimit milliseconds until the last byte of the answer
 * @param read reads the body
 * @throws NodeError for any status but 200 to 299 and 400; TimeLimitError; the signal's reason; the
 *   errors of `fetch` and of `read`
 */
export async function requestNode<value>(
  url: string,
  request: string,
  options: RequestOptions,
  read: ReadBody<value>,
): Promise<{ status: 200 | 400; value: value }> {
  return withLimit(options.timeLimit, options.signal, async (signal) => {
    const headers = { 'content-type': 'application/json', accept: 'application/json' }
    const response = await options.fetch(url, {
      method: 'POST',
      headers,
      body: request,
      signal,
      redirect: 'error',
    })
    if (!response.ok && response.status !== 400) {
      await response.body?.cancel()
      throw new NodeError(`The node answered ${response.status}`)
    }
    return { status: response.ok ? 200 : 400, value: await read(response.body) }
  })
}

/** The statuses of a node's answer to a path: it has it, refuses it, or does not have it. */
export type PathStatus = 200 | 400 | 404

/**
 * Requests a path of a node.
 * @param read reads the body. It also gets the status
 * @throws NodeError for any other status than 200 to 299, 400 and 404; else as `requestNode`
 */
export async function requestPath<value>(
  url: string,
  { path, body, isText = false }: NodePath,
  options: RequestOptions,
  read: (body: ReadableStream<Uint8Array> | null, status: PathStatus) => Promise<value>,
): Promise<{ status: PathStatus; value: value }> {
  return withLimit(options.timeLimit, options.signal, async (signal) => {
    const response = await options.fetch(url.replace(/\/+$/, '') + path, {
      headers: {
        accept: isText ? 'text/plain' : 'application/json',
        ...(body !== undefined && { 'content-type': 'text/plain' }),
      },
      ...(body !== undefined && { method: 'POST', body }),
      signal,
      redirect: 'error',
    })
    const status = response.ok ? 200 : response.status
    if (status !== 200 && status !== 400 && status !== 404) {
      await response.body?.cancel()
      throw new NodeError(`The node answered ${status}`)
    }
    return { status, value: await read(response.body, status) }
  })
}
