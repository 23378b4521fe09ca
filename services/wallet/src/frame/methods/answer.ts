import type { FrameMethod } from '@latchkey/protocol/frame/frame'
import type { FrameResults } from '@latchkey/protocol/frame/site'
import * as v from 'valibot'
import { fault } from '../bridge/Fault.ts'
import type { OpenRequests, Request } from '../bridge/servePort.ts'
import { waitingFor } from '../wallet/waitingFor.ts'
import type { Wallet } from '../wallet/Wallet.ts'

/** What answers a request: the wallet, the checked parameters, the request itself. */
type Handler<params, result> = (
  wallet: Wallet,
  params: params,
  request: Request,
  open: OpenRequests,
) => Promise<result>

/** A request's name, and what answers it. */
export type Answer = { name: string; run: Handler<unknown, unknown> }

/**
 * Joins a request of the protocol with its handler: parameters are checked before it, by the
 * frame's table; the site checks the result by its own, from which the type comes.
 */
export function answer<name extends keyof FrameResults, params extends v.GenericSchema>(
  method: FrameMethod<name, params>,
  handle: Handler<v.InferOutput<params>, FrameResults[name]>,
): Answer {
  return {
    name: method.name,
    async run(wallet, payload, request, open) {
      const params = v.safeParse(method.params, payload)
      if (!params.success) throw fault('invalidParams')
      return handle(waitingFor(wallet, request), params.output, request, open)
    },
  }
}
