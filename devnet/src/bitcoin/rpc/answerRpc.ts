import { BorderError, readJson } from '@latchkey/protocol/border'
import { isRecord } from '@latchkey/protocol/isObject'
import type { Chain } from '../chain/types.ts'
import { blockMethods } from './blocks.ts'
import type { RpcMethod } from './method.ts'
import { networkMethods } from './network.ts'
import { RpcError, rpcCodes } from './rpcError.ts'
import { transactionMethods } from './transactions.ts'

/** Limits of a request's JSON, and of the calls in a request. */
const limits = { json: { bytes: 8_000_000, depth: 8, values: 20_000 }, calls: 1_000 }

const methods: ReadonlyMap<string, RpcMethod> = new Map(
  Object.entries({ ...blockMethods, ...transactionMethods, ...networkMethods }),
)

/** The part of a call that its answer repeats. */
type Call = { id: string | number | null; isNew: boolean }

/**
 * Answers the text of a request as bitcoind's JSON-RPC does: a call or a list of calls. The status
 * of a failed call is 500, or 404 for an unknown method; a call with `jsonrpc: '2.0'` always has
 * 200. `onDefect` gets errors that no call should cause.
 */
export function answerRpc(
  chain: Chain,
  text: string,
  onDefect: (error: unknown) => void,
): { status: number; body: unknown } {
  let request: unknown
  try {
    request = readJson(text, limits.json)
  } catch (error) {
    if (!(error instanceof BorderError)) throw error
    return failure({ id: null, isNew: false }, new RpcError('parse', 'Parse error'))
  }
  if (!Array.isArray(request)) return answerCall(chain, request, onDefect)
  if (request.length > limits.calls)
    return failure({ id: null, isNew: false }, new RpcError('request', 'Too many calls'))
  const answers = request.map((call: unknown) => answerCall(chain, call, onDefect).body)
  return { status: 200, body: answers }
}

function answerCall(chain: Chain, request: unknown, onDefect: (error: unknown) => void) {
  const { id, jsonrpc, method, params = [] } = isRecord(request) ? request : {}
  const isId = typeof id === 'string' || typeof id === 'number'
  const call: Call = { id: isId ? id : null, isNew: jsonrpc === '2.0' }
  try {
    if (typeof method !== 'string') throw new RpcError('request', 'Method must be a string')
    if (!Array.isArray(params)) throw new RpcError('parameter', 'Params must be an array')
    const run = methods.get(method)
    if (!run) throw new RpcError('method', 'Method not found')
    const result = run(chain, params) ?? null
    const body = call.isNew
      ? { jsonrpc: '2.0', result, id: call.id }
      : { result, error: null, id: call.id }
    return { status: 200, body }
  } catch (error) {
    if (error instanceof RpcError) return failure(call, error)
    onDefect(error)
    return failure(call, new RpcError('internal', 'Internal error'))
  }
}

function failure({ id, isNew }: Call, { code, message }: RpcError) {
  const error = { code, message }
  if (isNew) return { status: 200, body: { jsonrpc: '2.0', error, id } }
  return {
    status: code === rpcCodes.method ? 404 : 500,
    body: { result: null, error, id },
  }
}
