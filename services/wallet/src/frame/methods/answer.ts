import type { FrameMethod } from '@latchkey/protocol/frame/frame'
import type { FrameResults } from '@latchkey/protocol/frame/site'
import * as v from 'valibot'
import { fault } from '../bridge/Fault.ts'
import type { OpenRequests, Request } from '../bridge/servePort.ts'
import { waitingFor } from '../wallet/waitingFor.ts'
import type { Wallet } from '../wallet/Wallet.ts'

/**
 * The handler of a request. It gets the wallet, the checked parameters and the request itself.
 */
type Handler<params, result> = (
  wallet: Wallet,
  params: params,
  request: Request,
  open: OpenRequests,
) => Promise<result>

/** A request's name and its handler. */
export type Answer = { name: string; run: Handler<unknown, unknown> }

/**
 * Joins a request of the protocol with its handler. `method` checks the parameters by the frame's
 * table. The site checks the result by its own table, which also gives the result's type.
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
