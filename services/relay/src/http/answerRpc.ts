import type { IncomingMessage, ServerResponse } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import { readLimited, TooLargeError } from '@latchkey/server/readLimited'
import { send, sent } from '@latchkey/server/serve'
import type { Turns } from '@latchkey/server/turns'
import type { Admit } from '../auth/admit.ts'
import { limits } from '../limits.ts'
import type { Refusal } from '../metrics.ts'
import { answerRequest, errorText } from '../rpc/answerRequest.ts'
import { costOf } from '../rpc/costOf.ts'
import { readFrame } from '../rpc/readFrame.ts'
import { RpcError } from '../rpc/rpcError.ts'
import type { Service } from '../service.ts'
import type { createTurnsOf } from '../turnsOf.ts'

/**
 * What `POST /rpc` needs: the check of clients, the address of a request, and a queue for each
 * address for requests with large answers.
 */
export type RpcContext = {
  admit: Admit
  addressOf: (request: IncomingMessage) => string
  turnsOf: ReturnType<typeof createTurnsOf>
}

/**
 * Answers one JSON-RPC request over `POST /rpc`, for clients that publish or fetch without a
 * socket. docs/contracts/relay.md#http-routes
 */
export async function answerRpc(
  service: Service,
  { admit, addressOf, turnsOf }: RpcContext,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const address = addressOf(request)
  const refuse = (status: number, text: string) => send(response, status, text)
  const tooMuch = (reason: Refusal, id = '0', status = 429) => {
    service.metrics.refused(reason).add()
    response.setHeader('retry-after', '1')
    return refuse(status, errorText(id, 'TooManyRequests'))
  }
  const admission = await admit(request)
  if (!('client' in admission)) return refuse(401, errorText('0', admission.tag))
  const { underWay } = service.shares
  // the body is counted before it is read, the answer when it is complete
  const expected = Math.min(
    limits.frame.answered,
    Number(request.headers['content-length'] ?? limits.frame.answered) || 0,
  )
  const room = underWay.take(address, expected)
  if (room !== 'taken') return tooMuch('underWay', '0', room === 'all' ? 503 : 429)
  let counted = expected
  try {
    const body = await readBody(request)
    if (body === undefined) return refuse(413, errorText('0', 'PayloadSizeExceeded'))
    const frame = readFrame(body)
    if (frame.kind === 'acknowledgement') return refuse(400, errorText('0', 'InvalidMethod'))
    const caller = { ...admission, address }
    if (service.shares.spend(caller, costOf(frame, body.length), body.length).outcome !== 'allowed')
      return tooMuch('requests', frame.id)
    if (frame.kind === 'flaw') return refuse(400, errorText(frame.id, frame.tag))
    const text = await answerRequest(frame, {
      service,
      ...caller,
      request: frame.name,
      delivery: undefined,
      opened: [],
      turns: { inTurn: (work) => turnsOf(address, (turns) => inTurn(turns, work)) },
    })
    const waiting = underWay.add(address, text.length)
    counted += text.length
    if (waiting !== 'within') return tooMuch('underWay', frame.id, 503)
    send(response, 200, text)
    await sent(response)
  } finally {
    underWay.give(address, counted)
  }
}

/** Maximum of requests with large answers of one address that may wait in the queue. */
const maxWaiting = 64

/**
 * Runs requests with large answers one after the other. Other requests are served in between.
 * @throws RpcError
 */
function inTurn<result>(turns: Turns, work: () => Promise<result>): Promise<result> {
  if (turns.waiting >= maxWaiting) throw new RpcError('TooManyRequests')
  return turns.run(async () => {
    await setImmediate()
    return work()
  })
}

/** Reads the body. Returns undefined when it has more bytes than the relay accepts. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  try {
    return (await readLimited(request, limits.frame.answered)).toString()
  } catch (error) {
    if (error instanceof TooLargeError) return undefined
    throw error
  }
}
