import type * as v from 'valibot'
import { rpcProxy as endpoint } from '@latchkey/protocol/api'
import { ApiError, unavailable } from '../apiError.ts'
import { createPace, type Pace } from '../createPace.ts'
import { answerBytes } from '../http/answer.ts'
import { clientSignal } from '../http/clientSignal.ts'
import { costOf, costOfMethod } from '../http/costOf.ts'
import type { Call, Route } from '../http/env.ts'
import { readCall } from '../http/readCall.ts'
import { NodesError, type NodeAnswer } from '../providers/nodes.ts'
import type { Service } from '../service.ts'
import { answerHere, isSending, type RpcRequest } from './rpcMethods.ts'
import type { Chain } from '../chains/chainReader.ts'

type Body = v.InferOutput<typeof endpoint.body>

/**
 * `part`: if a part of an answer has this number of bytes, the answer counts as long. `overhead`:
 * bytes that the connection to the node buffers during such an answer.
 */
const long = { part: 16 * 1024, overhead: 128 * 1024 }

/**
 * Makes the endpoint that forwards JSON-RPC to a chain's nodes. Source:
 * docs/contracts/api.md#json-rpc
 */
export function rpc(service: Service): Route {
  const pace = createPace()
  return {
    ...endpoint,
    async answer(call) {
      const { query, body } = await readCall(call, endpoint, service)
      const chain = service.chain(query.chainId)
      const requests = Array.isArray(body) ? body : [body]
      call
        .get('share')
        .spend(
          requests.reduce((cost, { method }) => cost + costOfMethod(method, chain), 0) -
            costOf(endpoint.path),
        ) // the cost of the route itself is counted already
      const here = requests.map((request) => answerHere(request, chain))
      const rest = requests.filter((_, index) => here[index] === undefined)
      if (rest.length === requests.length)
        return passOn(call, await forward(chain, body, call, pace))
      const there = rest.length > 0 ? await forward(chain, rest, call, pace) : nothing
      const answers = requests.flatMap((request, index) =>
        request.id === undefined
          ? []
          : [here[index] ? JSON.stringify(here[index]) : answerTo(request, there)],
      )
      if (answers.length === 0) return call.body(null, 204)
      return answerBytes(
        call,
        Buffer.from(Array.isArray(body) ? `[${answers.join()}]` : (answers[0] ?? '')),
        200,
        json,
      )
    },
  }
}

/** The endpoint for streams. It refuses every request: `ws` of the supported chains is empty. */
export const rpcStream: Route = {
  method: 'GET',
  path: endpoint.path,
  answer() {
    throw new ApiError(426, '', 'Ask with POST', {
      headers: { upgrade: 'websocket', connection: 'upgrade' },
    })
  },
}

async function forward(chain: Chain, body: Body, call: Call, pace: Pace): Promise<NodeAnswer> {
  const requests = Array.isArray(body) ? body : [body]
  const once = requests.some(({ method }) => isSending(method, chain))
  const silent = requests.every((request) => request.id === undefined)
  const stop = new AbortController()
  let isLong = false
  let isBeside = false
  const onBytes = async (bytes: number) => {
    try {
      call.get('share').hold(bytes + (isBeside || bytes < long.part ? 0 : long.overhead))
      isBeside ||= bytes >= long.part
    } catch (error) {
      stop.abort(error) // the other nodes' answers would be just as long
      throw error
    }
    // Of a long answer, each turn of the event loop reads one part, because a turn accepts only one
    // new connection, even if it reads many parts.
    if (isLong) await pace()
    isLong = true
  }
  try {
    // serialized again: if a member occurs twice, the node might read the other value than this
    // check did
    return await chain.nodes.forward(JSON.stringify(body), {
      once,
      silent,
      signal: AbortSignal.any([clientSignal(call), stop.signal]),
      onBytes,
    })
  } catch (error) {
    if (error instanceof NodesError)
      throw unavailable('transport', 'Chain temporarily unavailable', error)
    throw error
  }
}

function passOn(call: Call, answer: NodeAnswer): Response {
  if (answer.replies === undefined) return call.body(null, 204)
  return answerBytes(call, answer.bytes, answer.status, json)
}

const json = { 'content-type': 'application/json' }
const nothing: NodeAnswer = { status: 200, bytes: Buffer.alloc(0), replies: [] }

/**
 * The text of the answer to one request. A node may answer a batch in any order, or refuse all of
 * it with one error.
 */
function answerTo(request: RpcRequest, { bytes, replies = [] }: NodeAnswer): string {
  if ('start' in replies)
    return JSON.stringify({ jsonrpc: '2.0', id: request.id, error: replies.error })
  const own = replies.find(({ id }) => id === request.id)
  return own
    ? bytes.toString('utf8', own.start, own.end)
    : JSON.stringify({
        jsonrpc: '2.0',
        id: request.id,
        error: { code: -32603, message: 'The node left this request out' },
      })
}
