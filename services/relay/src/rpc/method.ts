import type * as v from 'valibot'
import { BorderError, readShape } from '@latchkey/protocol/border'
import { isRelayErrorTag, type RelayMethod } from '@latchkey/protocol/relay'
import type { Accepts } from '../auth/admit.ts'
import type { Service } from '../service.ts'
import type { Delivery } from '../socket/delivery.ts'
import type { ClientId } from '../store/mailboxStore.ts'
import { RpcError } from './rpcError.ts'

/**
 * The client of a request. `accepts` checks whether a token's audience means this relay. `address`:
 * the address for which its requests count; empty when unknown.
 */
export type Caller = { client: ClientId; address: string; accepts: Accepts }

/**
 * One running request. Over plain HTTP there is no socket for deliveries. Mailboxes in `opened` are
 * pushed after the answer, whether it is a result or an error.
 */
export type Call = Caller & {
  service: Service
  request: string
  delivery: Delivery | undefined
  opened: string[]
  turns: InTurn
}
/**
 * Runs requests with large answers one after the other; each waits until the client has read the
 * earlier answer.
 */
export type InTurn = { inTurn<result>(work: () => Promise<result>): Promise<result> }
/** A method with its name; resolves to its result. @throws RpcError, at once or later */
export type Method = { name: string; answer: (params: unknown, call: Call) => Promise<unknown> }

/** Makes a method of the table from its function. */
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
