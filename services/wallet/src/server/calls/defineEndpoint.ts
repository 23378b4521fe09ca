import type { WalletCall } from '@latchkey/protocol/walletServer'
import type * as v from 'valibot'
import type { Session } from '../logins/session.ts'
import { Refusal } from '../refusal.ts'
import type { Service } from '../service.ts'

/** The context of a call of the frame: the caller and its connection. */
export type RequestContext = {
  service: Service
  /** The thumbprint of the device's key, which has proved the call. */
  device: string
  /** The device's login, if there is one. */
  session: Session | undefined
  /** The client whose limits apply to the call. */
  client: string
  userAgent: string | undefined
  /**
   * The device's location according to a header of the operator's proxy; undefined without such
   * a header.
   */
  place: string | undefined
  /** This service's origin, for links. */
  own: string
  /** Aborts when the device has closed the connection. */
  signal: AbortSignal
}

/** A path and its handler. The path's schema has checked `params`. */
export type Endpoint = {
  call: WalletCall
  answer: (context: RequestContext, params: never) => Promise<unknown>
  /**
   * The handler waits for a person or another server, so it takes no turn: otherwise all other
   * calls would wait, too.
   */
  waits?: true
}

/** Defines the endpoint of a call that needs no login. */
export function defineEndpoint<const call extends WalletCall>(
  call: call,
  answer: (
    context: RequestContext,
    params: v.InferOutput<call['params']>,
  ) => Promise<v.InferOutput<call['result']>>,
): Endpoint {
  return { call, answer }
}

/** Defines the endpoint of a call that needs no login and waits for a person or another server. */
export const defineWaitingEndpoint: typeof defineEndpoint = (call, answer) => ({
  ...defineEndpoint(call, answer),
  waits: true,
})

/**
 * Defines the endpoint of a call that needs a login.
 * @throws Refusal `loginRequired` for other devices
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
