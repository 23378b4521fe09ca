import * as v from 'valibot'
import { counts } from '@latchkey/protocol/limits'
import { readLimited } from '@latchkey/server/readLimited'
import { withLimit } from '@latchkey/server/waiting'

/** A node that gave no JSON-RPC answer. Names no URL: it may carry the operator's key. */
export class NodeError extends Error {
  override readonly name = 'NodeError'
}

const rpcError = v.object({ code: v.number(), message: v.string(), data: v.optional(v.unknown()) })
const rpcAnswer = v.union([
  v.looseObject({ result: v.unknown(), error: v.optional(v.undefined()) }),
  v.looseObject({ error: rpcError }),
])
const rpcAnswers = v.union([rpcAnswer, v.array(rpcAnswer)])

/** One JSON-RPC answer: a result or an error. Source: JSON-RPC 2.0. */
export type RpcAnswer = v.InferOutput<typeof rpcAnswer>
/** What a node answered: the text as it came, and the same parsed. `body` is undefined when there was nothing to answer. */
export type NodeAnswer = { status: 200 | 400; text: string; body: RpcAnswer | RpcAnswer[] | undefined }

/**
 * Posts a JSON-RPC request or batch to one node.
 * @param options.timeLimit milliseconds
 * @param options.mostBytes of the answer. @default 10 MiB
 * @param options.silent the request holds notifications only, so that an empty answer is fine
 * @throws NodeError when no JSON-RPC answer of at most so many bytes came; TimeLimitError; the signal's reason
 */
export async function askNode(
  url: string,
  request: string,
  options: { fetch: typeof fetch; timeLimit: number; mostBytes?: number | undefined; silent: boolean; signal: AbortSignal },
): Promise<NodeAnswer> {
  return withLimit(options.timeLimit, options.signal, async (signal) => {
    const headers = { 'content-type': 'application/json', accept: 'application/json' }
    const response = await options.fetch(url, { method: 'POST', headers, body: request, signal, redirect: 'error' })
    if (!response.ok && response.status !== 400) {
      await response.body?.cancel()
      throw new NodeError(`The node answered ${response.status}`)
    }
    const text = (await readLimited(response.body, options.mostBytes ?? counts.rpcAnswerBytes)).toString()
    const status = response.ok ? 200 : 400
    if (options.silent && text.trim() === '') return { status, text, body: undefined }
    return { status, text, body: parseAnswer(text) }
  })
}

function parseAnswer(text: string): RpcAnswer | RpcAnswer[] {
  const result = v.safeParse(v.pipe(v.string(), v.parseJson(), rpcAnswers), text)
  if (!result.success) throw new NodeError('The node answered something that is not JSON-RPC')
  return result.output
}
