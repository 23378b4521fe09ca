import type { WalletCall } from '@latchkey/protocol/walletServer'
import type * as v from 'valibot'
import type { Session } from '../logins/session.ts'
import { Refusal } from '../refusal.ts'
import type { Service } from '../service.ts'

/** One call of the frame: who asks, and how. */
export type RequestContext = {
  service: Service
  /** The thumbprint of the device's key, which has proved the call. */
  device: string
  /** Of the device, where it is logged in. */
  session: Session | undefined
  /** Under which the call counts. */
  client: string
  userAgent: string | undefined
  /**
   * Where the device is, as the operator's proxy says in a header; undefined without such a header.
   */
  place: string | undefined
  /** This service's origin, for links. */
  own: string
  /** Aborts when the device has left. */
  signal: AbortSignal
}

/** A path and its answer; `params` were checked by the path's schema. */
export type Endpoint = {
  call: WalletCall
  answer: (
    context: RequestContext,
    params: never,
  ) => Promise<unknown> /** Its answer waits for a person or another server, and takes no turn: whoever has a turn would be waited for by all. */
  waits?: true
}

/** The answer to a call that needs no login. */
export function defineEndpoint<const call extends WalletCall>(
  call: call,
  answer: (
    context: RequestContext,
    params: v.InferOutput<call['params']>,
  ) => Promise<v.InferOutput<call['result']>>,
): Endpoint {
  return { call, answer }
}

/** The same of a call that waits for a person or another server. */
export const defineWaitingEndpoint: typeof defineEndpoint = (call, answer) => ({
  ...defineEndpoint(call, answer),
  waits: true,
})

/**
 * The answer to a call of a device that is logged in. @throws Refusal `loginRequired` for others
 */
export function defineUserEndpoint<const call extends WalletCall>(
  call: call,
  answer: (
    context: RequestContext & { session: Session },
    params: v.InferOutput<call['params']>,
  ) => Promise<v.InferOutput<call['result']>>,
): Endpoint {
  return defineEndpoint(call, async (context, params) => {
    const { session } = context
    if (!session) throw new Refusal('loginRequired')
    return answer({ ...context, session }, params)
  })
}
