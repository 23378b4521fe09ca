import { BorderError } from '@latchkey/protocol/border'
import { readJsonStream } from '@latchkey/server/readJsonStream'
import { readLimited } from '@latchkey/server/readLimited'
import type { AnswerLimits } from './nodeRules.ts'
import type { PathStatus } from './requestNode.ts'
import type { Reading, RpcAnswer } from './rpcAnswer.ts'

/** Maximum of bytes of a refusal, such as the reason why a transaction is invalid. */
export const refusalBytes = 2_048

/**
 * Reads a node's answer to a path, for the service itself. It becomes a result; or an error whose
 * code is the status. Of the reading, the members and the functions are used.
 * @throws BorderError; TooLargeError; the errors of the reading
 */
export async function readPathAnswer(
  body: ReadableStream<Uint8Array> | null,
  { status, isText }: { status: PathStatus; isText: boolean },
  limits: AnswerLimits,
  reading: Reading<unknown> | undefined,
): Promise<RpcAnswer> {
  if (status !== 200) {
    await body?.cancel()
    return { error: { code: status, message: 'The node does not have it' } }
  }
  const { reduce, read = (result: unknown) => result } = reading?.begin() ?? {}
  if (isText) return { result: read(await readText(body, limits.bytes)) }
  const members = reading?.members ?? limits.members
  const json = await readJsonStream(body, limits, {
    ...(members && { members: new Set(members) }),
    ...(reduce && { reduce }),
  })
  return { result: read(json) }
}

/** Reads a short text. @throws BorderError for bytes that are no UTF-8; TooLargeError */
async function readText(body: ReadableStream<Uint8Array> | null, max: number): Promise<string> {
  const bytes = await readLimited(body, max)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).trim()
  } catch {
    throw new BorderError('syntax', 'Not a text')
  }
}
