import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Admit } from '../auth/admit.ts'
import { limits } from '../limits.ts'
import { answerRequest, errorText } from '../rpc/answerRequest.ts'
import { costOf } from '../rpc/costOf.ts'
import { readFrame } from '../rpc/readFrame.ts'
import type { Service } from '../service.ts'
import { Bucket } from '../socket/bucket.ts'
import { readBody } from './readBody.ts'
import { send } from './send.ts'

/** Who decides over requests, and what they may cost: each connection has a bucket, as each WebSocket has. */
export type RpcDoor = { admit: Admit; buckets: WeakMap<object, Bucket> }

/** One JSON-RPC request over `POST /rpc`, for those who have something to publish or to look into and no socket. relay 1 */
export async function answerRpc(service: Service, { admit, buckets }: RpcDoor, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const admission = await admit(request)
  if (!('client' in admission)) return send(response, 401, errorText('0', admission.tag))
  const body = await readBody(request, limits.frame.answered)
  if (body === undefined) return send(response, 413, errorText('0', 'PayloadSizeExceeded'))
  const frame = readFrame(body)
  if (frame.kind === 'acknowledgement') return send(response, 400, errorText('0', 'InvalidMethod'))
  const { rateLimit } = service.options
  if (rateLimit) {
    const bucket = buckets.get(request.socket) ?? new Bucket(rateLimit, service.now())
    buckets.set(request.socket, bucket)
    if (!bucket.take(frame.kind === 'request' ? costOf(frame.params) : 1, service.now()).allowed) return send(response, 429, errorText(frame.id, 'TooManyRequests'))
  }
  if (frame.kind === 'flaw') return send(response, 400, errorText(frame.id, frame.tag))
  const text = await answerRequest(frame, { service, client: admission.client, request: frame.name, delivery: undefined, opened: [] })
  send(response, 200, text)
}
