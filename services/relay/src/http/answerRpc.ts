import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Admit } from '../auth/admit.ts'
import { limits } from '../limits.ts'
import { answerRequest, errorText } from '../rpc/answerRequest.ts'
import { costOf } from '../rpc/costOf.ts'
import { readFrame } from '../rpc/readFrame.ts'
import type { Service } from '../service.ts'
import { Bucket } from '@latchkey/server/bucket'
import type { ClientId } from '../store/mailboxStore.ts'
import { readBody } from './readBody.ts'
import { send } from './send.ts'

/** Who decides over requests, and what each client may still ask. */
export type RpcDoor = { admit: Admit; buckets: Map<ClientId, Bucket> }

/** Clients whose requests are counted at once; the one that was quiet for longest is forgotten first. */
const mostBuckets = 10_000

/** One JSON-RPC request over `POST /rpc`, for those who have something to publish or to look into and no socket. relay 1 */
export async function answerRpc(service: Service, { admit, buckets }: RpcDoor, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const admission = await admit(request)
  if (!('client' in admission)) return send(response, 401, errorText('0', admission.tag))
  const body = await readBody(request, limits.frame.answered)
  if (body === undefined) return send(response, 413, errorText('0', 'PayloadSizeExceeded'))
  const frame = readFrame(body)
  if (frame.kind === 'acknowledgement') return send(response, 400, errorText('0', 'InvalidMethod'))
  if (!mayAsk(service, buckets, admission.client, costOf(frame, body.length))) return send(response, 429, errorText(frame.id, 'TooManyRequests'))
  if (frame.kind === 'flaw') return send(response, 400, errorText(frame.id, frame.tag))
  const text = await answerRequest(frame, { service, client: admission.client, accepts: admission.accepts, request: frame.name, delivery: undefined, opened: [] })
  send(response, 200, text)
}

function mayAsk({ options: { rateLimit }, now }: Service, buckets: Map<ClientId, Bucket>, client: ClientId, cost: number): boolean {
  if (!rateLimit) return true
  const bucket = buckets.get(client) ?? new Bucket(rateLimit, now())
  buckets.delete(client)
  buckets.set(client, bucket)
  const [oldest] = buckets.size > mostBuckets ? buckets.keys() : []
  if (oldest !== undefined) buckets.delete(oldest)
  return bucket.take(cost, now()).allowed
}
