import { BorderError, readJson } from '@latchkey/protocol/border'
import { isObject, isRecord } from '@latchkey/protocol/isObject'
import { RefusedCall } from '../runtime/callErrors.ts'
import type { CallError } from '../runtime/messages.ts'
import type { RunningProcess } from '../runtime/openProcess.ts'

/** Limits of a request's JSON, and of the calls in a request. */
export const requestLimits = {
  json: { bytes: 4_000_000, depth: 8, values: 20_000 },
  calls: 100,
} as const

/** The id of a call, which its answer repeats. */
type Id = string | number | null

/** What it takes to answer calls. */
export type CallSide = {
  process: Pick<RunningProcess, 'has' | 'call'>
  onDefect: (error: unknown) => void
}

const parseError = { code: -32_700, message: 'Parse error' }
const invalidRequest = { code: -32_600, message: 'Invalid request' }

/**
 * Answers the text of a request: a call, or a list of calls.
 * @param client the socket that gets notifications; without it there are none
 */
export async function answerCalls(
  side: CallSide,
  text: Uint8Array | string,
  client?: number,
): Promise<string> {
  let request: unknown
  try {
    request = readJson(text, requestLimits.json)
  } catch (error) {
    if (!(error instanceof BorderError)) throw error
    return failure(
      null,
      error.fault === 'syntax'
        ? parseError
        : { ...invalidRequest, message: `Invalid request: ${error.message}` },
    )
  }
  if (!Array.isArray(request)) return answerCall(side, request, client)
  if (request.length === 0 || request.length > requestLimits.calls)
    return failure(null, {
      ...invalidRequest,
      message: `Invalid request: a list has 1 to ${requestLimits.calls} calls`,
    })
  const answers = await Promise.all(request.map((call: unknown) => answerCall(side, call, client)))
  return `[${answers.join(',')}]`
}

async function answerCall(
  { process, onDefect }: CallSide,
  request: unknown,
  client: number | undefined,
): Promise<string> {
  const id = idOf(request)
  if (!isRecord(request) || typeof request['method'] !== 'string' || request['jsonrpc'] !== '2.0')
    return failure(id, invalidRequest)
  const { method, params = [] } = request as { method: string; params?: unknown } // just checked
  if (!process.has(method)) return failure(id, { code: -32_601, message: 'Method not found' })
  if (!Array.isArray(params))
    return failure(id, { code: -32_602, message: 'The parameters must be a list' })
  try {
    const result = await process.call(method, params, client)
    return JSON.stringify({ jsonrpc: '2.0', id, result })
  } catch (error) {
    if (error instanceof RefusedCall) return failure(id, error)
    onDefect(error)
    return failure(id, { code: -32_603, message: 'Internal error' })
  }
}

function idOf(request: unknown): Id {
  const id = isObject(request) ? request['id'] : null
  return typeof id === 'string' || typeof id === 'number' ? id : null
}

const failure = (id: Id, { code, message, data }: Partial<CallError>): string =>
  JSON.stringify({ jsonrpc: '2.0', id, error: { code, message, data } })
