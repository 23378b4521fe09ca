import { rpcAnswerBytes } from '@latchkey/protocol/counts'
import { readLimited, TooLargeError } from '@latchkey/server/readLimited'
import { withLimit } from '@latchkey/server/waiting'

/** Milliseconds for one node's answer. */
const nodeLimit = 10_000

/** Thrown when no node answered. */
export class NodesError extends Error {
  override readonly name = 'NodesError'
}

/**
 * Calls the nodes of a network one after the other, until one answers.
 * @param options.isRead whether the request may be repeated. A transaction is sent to one node
 * only, because a failing node may have accepted it
 * @throws NodesError, TooLargeError, the signal's reason
 */
export async function askNodes(
  urls: readonly string[],
  body: string,
  { isRead, signal }: { isRead: boolean; signal: AbortSignal },
): Promise<Buffer> {
  let cause: unknown
  for (const url of isRead ? urls : urls.slice(0, 1)) {
    try {
      return await withLimit(nodeLimit, signal, async (limited) => {
        const response = await fetch(url, {
          method: 'POST',
          body,
          headers: { 'content-type': 'application/json' },
          redirect: 'error',
          signal: limited,
        })
        if (!response.ok) throw new NodesError(`Status ${response.status}`)
        return readLimited(response.body, rpcAnswerBytes)
      })
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof TooLargeError) throw error
      cause = error
    }
  }
  throw new NodesError('No node answered', { cause })
}
