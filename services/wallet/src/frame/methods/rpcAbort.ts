import { rpcAbort as method } from '@latchkey/protocol/frame/frame'
import { fault } from '../bridge/Fault.ts'
import { answer } from './answer.ts'

/** Aborts one request, or all requests that wait for the visitor. */
export const rpcAbort = answer(method, async (_, params, __, open) => {
  open.abort(fault('requestAborted'), params?.id)
  return undefined
})
