import { readShape } from '@latchkey/protocol/border'
import { readJsonStream } from '@latchkey/server/readJsonStream'
import { withLimit } from '@latchkey/server/waiting'
import * as v from 'valibot'
import { NodesError } from '../providers/nodes.ts'
import { RpcRefusal } from './rpcRefusal.ts'

/** The limits of an answer of another service. */
const limits = { bytes: 4 * 1024 * 1024, depth: 32, values: 100_000 }

const answerShape = v.union([
  v.object({
    error: v.object({
      code: v.pipe(v.number(), v.safeInteger()),
      message: v.pipe(
        v.string(),
        v.transform((text) => text.slice(0, 500)),
      ),
    }),
  }),
  v.object({ result: v.unknown() }),
])

/** Another service that speaks ERC-4337 or ERC-7677. */
export type OtherService = {
  url: string
  fetch: typeof fetch
  /** Milliseconds for one answer. */
  timeLimit: number
}

/**
 * Sends a request, whose parameters were checked, to another service.
 * @param chainId takes the place of `{chainId}` in the service's URL
 * @throws RpcRefusal with the other service's error; NodesError if it does not answer
 */
export async function forwardOperations(
  { url, fetch, timeLimit }: OtherService,
  chainId: number,
  { method, params }: { method: string; params: readonly unknown[] },
  signal: AbortSignal,
): Promise<unknown> {
  const answer = await withLimit(timeLimit, signal, async (limited) => {
    const response = await fetch(url.replaceAll('{chainId}', String(chainId)), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      signal: limited,
      redirect: 'error',
    })
    // some services answer errors with a status of their own
    return readShape(answerShape, await readJsonStream(response.body, limits))
  }).catch((cause: unknown) => {
    signal.throwIfAborted()
    throw new NodesError('The other service did not answer', { cause })
  })
  if ('error' in answer) throw new RpcRefusal(answer.error.code, answer.error.message)
  return answer.result
}
