import type * as v from 'valibot'
import { BorderError, readShape } from '@latchkey/protocol/border'
import { isRelayErrorTag, type RelayMethod } from '@latchkey/protocol/relay'
import type { Accepts } from '../auth/admit.ts'
import type { Service } from '../service.ts'
import type { Delivery } from '../socket/delivery.ts'
import { RpcError } from './rpcError.ts'
import type { ClientId } from '../auth/didKey.ts'

/**
 * The client that sent a request. `accepts`: whether a token's audience means this relay.
 * `address`: the address for which its requests count; empty when unknown.
 */
export type Caller = { client: ClientId; address: string; accepts: Accepts }

/**
 * A running request. `delivery` is undefined for a request over HTTP, which has no socket for
 * pushes. `opened` collects topics whose messages are pushed after the answer, even after an error.
 */
export type Call = Caller & {
  service: Service
  request: string
  delivery: Delivery | undefined
  opened: string[]
  turns: InTurn
}
/**
 * Runs requests with large answers one after the other. On a socket, each request also waits until
 * the client has read the earlier answer.
 */
export type InTurn = { inTurn<result>(work: () => Promise<result>): Promise<result> }
/**
 * A method of the relay. `answer` resolves to the result. @throws RpcError, or an error of the
 * store, synchronously or as a rejection
 */
export type Method = { name: string; answer: (params: unknown, call: Call) => Promise<unknown> }

/** Makes a method from its wire definition and its function. */
export function defineMethod<const wire extends RelayMethod>(
  wire: wire,
  answer: (
    params: v.InferOutput<wire['params']>,
    call: Call,
  ) => Promise<v.InferInput<wire['result']>>,
): Method {
  return { name: wire.name, answer: (params, call) => answer(check(wire.params, params), call) }
}

function check<schema extends v.GenericSchema>(
  schema: schema,
  params: unknown,
): v.InferOutput<schema> {
  try {
    return readShape(schema, params)
  } catch (error) {
    const message = error instanceof BorderError ? (error.issue?.message ?? '') : ''
    throw new RpcError(isRelayErrorTag(message) ? message : 'InvalidParams', { cause: error })
  }
}
