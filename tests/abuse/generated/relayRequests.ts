import fc from 'fast-check'
import { WebSocket } from 'ws'
import { wait } from '@latchkey/server/waiting'
import { readShape } from '@latchkey/protocol/border'
import * as table from '@latchkey/protocol/relay'
import { createTestClient } from '../../../services/relay/src/testing/createTestClient.ts'
import type { Target } from '../target.ts'
import { openStranger } from '../relay/stranger.ts'
import type { Scene } from '../scene.ts'
import { sendRequest } from './sendRequest.ts'
import { hostile, toJson } from './hostile.ts'
import { valuesNear } from './fromSchema.ts'
import { generate } from './generate.ts'

type Request = { method: table.RelayMethod | undefined; text: string; id: string }

const methods: readonly table.RelayMethod[] = Object.values(
  table as Record<string, unknown>,
).filter(
  (value): value is table.RelayMethod =>
    typeof value === 'object' && value !== null && 'params' in value && 'result' in value,
)
const first = Date.now() * 1_000
const id = fc.integer({ min: 0, max: 2 ** 40 }).map((offset) => `${first + offset}`)

/** A request of one of the relay's methods, with parameters near valid ones. */
const request: fc.Arbitrary<Request> = fc.constantFrom(...methods).chain((method) =>
  fc.tuple(fc.constant(method), valuesNear(method.params), id).map(([method, params, id]) => ({
    method,
    id,
    text: toJson({ id, jsonrpc: '2.0', method: method.name, params }),
  })),
)
/** Hostile values in place of a whole frame, or of a member of it. */
const frame: fc.Arbitrary<Request> = fc
  .oneof(
    hostile,
    fc.record(
      {
        id: hostile,
        jsonrpc: fc.oneof(fc.constant('2.0'), hostile),
        method: fc.oneof(fc.constant('irn_publish'), hostile),
        params: hostile,
      },
      { requiredKeys: [] },
    ),
    fc.record({ id: hostile, result: hostile, error: hostile }, { requiredKeys: [] }),
  )
  .map((value) => ({ method: undefined, id: '', text: toJson(value) }))
const either = fc.oneof({ weight: 3, arbitrary: request }, { weight: 1, arbitrary: frame })

/** The fault of an answer. */
function faultOf({ method, text: sent }: Request, text: string): string | undefined {
  try {
    const { result, error } = JSON.parse(text)
    if (error)
      return error.data === 'Unknown' || !Object.hasOwn(table.relayErrors, error.data)
        ? `answered with ${JSON.stringify(error)}`
        : undefined
    if (method && result !== undefined) readShape(method.result, result)
    return undefined
  } catch (cause) {
    return `an answer is wrong: ${String(cause)}: ${text.slice(0, 200)} to ${sent.slice(0, 200)}`
  }
}

/**
 * Sends all requests, and waits for an answer to each request of the table. Unreadable frames have
 * no id, and neither have their answers.
 */
async function overSocket(
  target: Target,
  generated: readonly Request[],
): Promise<string | undefined> {
  // with a repeated id, one request would get the answer to another
  const requests = generated.filter(
    ({ method, id }, at) => !method || generated.findIndex((request) => request.id === id) === at,
  )
  const socket = await openStranger(target, createTestClient())
  const open = new Map(
    requests.flatMap((request) => (request.method ? [[request.id, request] as const] : [])),
  )
  let [nameless, wrong]: [number, string | undefined] = [0, undefined]
  socket.on('message', (data) => {
    const text = String(data)
    const answered = /^\{"id":"?(\d+)"?,/.exec(text)?.[1] ?? ''
    const request = open.get(answered)
    open.delete(answered)
    if (request) wrong ??= faultOf(request, text)
    else nameless += 1
  })
  for (const { text } of requests) if (socket.readyState === WebSocket.OPEN) socket.send(text)
  for (
    const until = Date.now() + 5_000;
    open.size > nameless && socket.readyState === WebSocket.OPEN && Date.now() < until;
  )
    await wait(2)
  const isOpen = socket.readyState === WebSocket.OPEN
  socket.terminate()
  if (wrong !== undefined || !isOpen || open.size <= nameless) return wrong
  return `never answered: ${[...open.values()].map(({ text }) => text.slice(0, 200)).join(' ')}`
}

async function overHttp(target: Target, requests: readonly Request[]): Promise<string | undefined> {
  const token = createTestClient().token(target.url)
  for (const request of requests) {
    const { status, text } = await sendRequest(target, {
      method: 'POST',
      path: `/rpc?auth=${token}`,
      body: request.text,
    })
    if (status === 0) return `cut, or not answered in 10 s: ${request.text.slice(0, 300)}`
    if (status >= 500) return `${status}: ${text} to ${request.text.slice(0, 300)}`
    const wrong = text === '' ? undefined : faultOf(request, text)
    if (wrong) return wrong
  }
  return undefined
}

/** No quotas, so that every request reaches the methods. Other scenes test the quotas. */
const config = { options: { shares: false } }

export const relayRequests: Scene = {
  name: 'relay-requests',
  of: 'relay',
  quick: 'short',
  seconds: 30,
  title: 'generated: every method and field with hostile values, over sockets',
  stage: () => ({
    config,
    attack: (target) =>
      generate(target, {
        arbitrary: either,
        batch: 30,
        seconds: 10,
        attempt: (batch) => overSocket(target, batch),
      }),
  }),
}
export const relayOverHttp: Scene = {
  name: 'relay-over-http',
  of: 'relay',
  seconds: 20,
  title: 'generated: the same over `POST /rpc`',
  stage: () => ({
    config,
    attack: (target) =>
      generate(target, {
        arbitrary: either,
        batch: 30,
        seconds: 6,
        attempt: (batch) => overHttp(target, batch),
      }),
  }),
}
