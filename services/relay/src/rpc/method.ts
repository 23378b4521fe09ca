import * as v from 'valibot'
import { isRelayErrorTag, type RelayMethod } from '@latchkey/protocol/relay'
import type { Accepts } from '../auth/admit.ts'
import type { Service } from '../service.ts'
import type { Delivery } from '../socket/delivery.ts'
import type { ClientId } from '../store/mailboxStore.ts'
import { RpcError } from './rpcError.ts'

/**
 * One request under way. Over plain HTTP there is no socket to deliver to. Mailboxes in `opened` are pushed after the answer,
 * whatever it is.
 */
export type Call = { service: Service; client: ClientId; accepts: Accepts; request: string; delivery: Delivery | undefined; opened: string[] }
/** One method as it is called; resolves to its result. @throws RpcError, at once or later */
export type Method = { name: string; answer: (params: unknown, call: Call) => Promise<unknown> }

/** A method of the table with what it does. */
export function defineMethod<const wire extends RelayMethod>(wire: wire, answer: (params: v.InferOutput<wire['params']>, call: Call) => Promise<v.InferInput<wire['result']>>): Method {
  return { name: wire.name, answer: (params, call) => answer(check(wire.params, params), call) }
}

function check<schema extends v.GenericSchema>(schema: schema, params: unknown): v.InferOutput<schema> {
  const result = v.safeParse(schema, params, { abortEarly: true, abortPipeEarly: true })
  if (result.success) return result.output
  const [{ message }] = result.issues
  throw new RpcError(isRelayErrorTag(message) ? message : 'InvalidParams')
}
