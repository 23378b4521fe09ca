import { withLimit } from '@latchkey/server/waiting'

/**
 * A node gave no usable answer. The message contains no URL, because a URL may contain the
 * operator's key.
 */
export class NodeError extends Error {
  override readonly name = 'NodeError'
}

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
  options: { fetch: typeof fetch; timeLimit: number; signal: AbortSignal },
  read: (body: ReadableStream<Uint8Array> | null) => Promise<value>,
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
