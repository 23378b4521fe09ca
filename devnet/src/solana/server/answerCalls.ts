import { BorderError, readJson } from '@latchkey/protocol/border'
import { isObject } from '@latchkey/protocol/isObject'
import type { Chain } from '../chain/chain.ts'
import type { Json } from '../chain/types.ts'
import { methods } from '../rpc/methods.ts'
import { RpcError } from '../rpc/rpcError.ts'
import { toJson } from '../wire/toJson.ts'

/** Limits of a request's JSON, and of the calls in a request. Validators accept 50 KiB, too. */
export const requestLimits = {
  json: { bytes: 51_200, depth: 16, values: 4_000 },
  calls: 100,
} as const

/** The id of a call, which its answer repeats. */
type Id = string | number | null

/** A valid call. Its parameters are unchecked. */
export type Call = { id: Id; method: string; params: unknown }

/** Answers a call. @throws RpcError */
export type Dispatch = (call: Call) => Json

/**
 * Answers the text of a request: a call or a list of calls. Never throws. `onDefect` gets errors
 * that are defects of this program, because no call should cause them.
 */
export function answerCalls(
  text: Uint8Array | string,
  dispatch: Dispatch,
  onDefect: (error: unknown) => void,
): string {
  let request: unknown
  try {
    request = readJson(text, requestLimits.json)
  } catch (error) {
    return toJson(
      failure(
        null,
        error instanceof BorderError && error.fault !== 'syntax'
          ? new RpcError('invalidRequest', `Invalid request: ${error.message}`)
          : new RpcError('parse', 'Parse error'),
      ),
    )
  }
  if (!Array.isArray(request)) return toJson(answerCall(request, dispatch, onDefect))
  if (request.length === 0 || request.length > requestLimits.calls)
    return toJson(
      failure(
        null,
        new RpcError(
          'invalidRequest',
          request.length === 0
            ? 'Invalid request'
            : `Invalid request: more than ${requestLimits.calls} calls`,
        ),
      ),
    )
  return toJson(request.map((call: unknown) => answerCall(call, dispatch, onDefect)))
}

function answerCall(
  request: unknown,
  dispatch: Dispatch,
  onDefect: (error: unknown) => void,
): Json {
  const id = idOf(request)
  if (!isObject(request) || typeof request['method'] !== 'string' || request['jsonrpc'] !== '2.0')
    return failure(id, new RpcError('invalidRequest', 'Invalid request'))
  try {
    return {
      jsonrpc: '2.0',
      id,
      result: dispatch({ id, method: request['method'], params: request['params'] }),
    }
  } catch (error) {
    if (error instanceof RpcError) return failure(id, error)
    onDefect(error)
    return failure(id, new RpcError('internal', 'Internal error'))
  }
}

function idOf(request: unknown): Id {
  const id = isObject(request) ? request['id'] : null
  return typeof id === 'string' || typeof id === 'number' ? id : null
}

function failure(id: Id, { code, message, data }: RpcError): Json {
  return { jsonrpc: '2.0', id, error: { code, message, data } }
}

/**
 * Answers a call, except those about subscriptions.
 * @throws RpcError if the method does not exist or refuses
 */
export function callMethod(chain: Chain, { method, params }: Call): Json {
  const answer = methods.get(method)
  if (!answer) throw new RpcError('methodNotFound', 'Method not found')
  return answer(chain, params)
}
