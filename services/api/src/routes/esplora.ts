import * as v from 'valibot'
import { caller, get, networkId } from '@latchkey/protocol/api'
import { createSharedCache } from '@latchkey/server/sharedCache'
import { readLimited, TooLargeError } from '@latchkey/server/readLimited'
import { ApiError, unavailable, unsupportedChain } from '../apiError.ts'
import type { Chain } from '../chains/chainReader.ts'
import { answerBytes } from '../http/answer.ts'
import { clientSignal } from '../http/clientSignal.ts'
import { costOf } from '../http/costOf.ts'
import type { Call, Route } from '../http/env.ts'
import { readCall } from '../http/readCall.ts'
import type { NodePath } from '../providers/nodeRules.ts'
import { NodesError, type PathAnswer } from '../providers/nodes.ts'
import type { Service } from '../service.ts'

const endpoint = get(
  '/v1/esplora/{networkId}/:path{.+}',
  v.object({ ...caller, networkId, path: v.string() }),
  v.unknown(),
)

/** The pattern of the route. `http/costOf.ts` has its cost. */
const pattern = '/v1/esplora/:networkId/:path{.+}'

/** Maximum of characters of a transaction in hex: no node accepts a larger one from a client. */
const maxTransaction = 800_000

/** Milliseconds for which answers that never change are cached, and the maximum of their bytes. */
const finalCache = { lifetime: 3_600_000, max: 5_000, bytes: 32 * 1024 * 1024 }
/** Maximum of bytes of an answer that is compared with its hash and cached. */
const maxCached = 256 * 1024

/**
 * Makes the endpoints that pass paths on to the Esploras of a Bitcoin chain, so that a client can
 * use the API as an Esplora. Answers and refusals stay as the node wrote them. Source:
 * docs/contracts/api.md#esplora
 */
export function esplora(service: Service): readonly Route[] {
  const cache = createSharedCache<PathAnswer>({
    lifetime: finalCache.lifetime,
    max: finalCache.max,
    bytes: { max: finalCache.bytes, of: ({ bytes }) => bytes.byteLength },
    now: service.now,
  })

  async function open(call: Call, method: 'GET' | 'POST') {
    const { query } = await readCall(call, endpoint, service)
    const chain = service.chain(query.networkId)
    const { paths } = chain.kind.nodes
    if (!paths) throw unsupportedChain()
    const passed = paths.passed(method, `/${query.path}`, chain.networkId)
    if (!passed) throw new ApiError(404, '', 'Not found')
    call.get('share').spend(Math.max(0, passed.cost - costOf(pattern)))
    return { chain, passed }
  }

  return [
    {
      ...endpoint,
      async answer(call) {
        const { chain, passed } = await open(call, 'GET')
        const key = `${chain.networkId}${passed.path}`
        const { path, proof } = passed
        const known = proof && cache.peek(key)
        if (known) {
          call.get('share').hold(known.bytes.byteLength)
          return answerPath(call, known, true)
        }
        const isSmall = (bytes: Buffer) => bytes.byteLength <= maxCached
        const answer = await passOn(
          call,
          chain,
          { path },
          // a node that lies would be believed for as long as its answer is cached
          { once: false, ...(proof && { isValid: (bytes) => !isSmall(bytes) || proof(bytes) }) },
        )
        const isFinal = proof !== undefined && answer.status === 200 && isSmall(answer.bytes)
        if (isFinal) cache.set(key, answer)
        return answerPath(call, answer, isFinal)
      },
    },
    {
      ...endpoint,
      method: 'POST',
      async answer(call) {
        const { chain, passed } = await open(call, 'POST')
        const body = await readTransaction(call)
        const request = { path: passed.path, body, isText: true }
        return answerPath(call, await passOn(call, chain, request, { once: true }), false)
      },
    },
  ]
}

/** A signed transaction in hex, as the body of the request. @throws ApiError 400 or 413 */
async function readTransaction(call: Call): Promise<string> {
  try {
    const text = (await readLimited(call.req.raw.body, maxTransaction)).toString('latin1').trim()
    if (!/^(?:[0-9a-f]{2})+$/i.test(text)) throw new ApiError(400, '', 'Expected hex')
    return text
  } catch (error) {
    if (error instanceof TooLargeError)
      throw new ApiError(413, '', `The body may have ${maxTransaction} bytes`)
    throw error
  }
}

async function passOn(
  call: Call,
  chain: Chain,
  request: NodePath,
  rules: { once: boolean; isValid?: (bytes: Buffer) => boolean },
): Promise<PathAnswer> {
  const stop = new AbortController()
  try {
    return await chain.nodes.forwardPath(request, {
      ...rules,
      signal: AbortSignal.any([clientSignal(call), stop.signal]),
      onBytes(bytes) {
        try {
          call.get('share').hold(bytes)
        } catch (error) {
          stop.abort(error) // the other nodes' answers would be just as long
          throw error
        }
      },
    })
  } catch (error) {
    if (error instanceof NodesError)
      throw unavailable('transport', 'Chain temporarily unavailable', error)
    throw error
  }
}

/**
 * Answers with a node's bytes. Texts and refusals never run in a browser.
 * @param isFinal whether the answer never changes
 */
function answerPath(call: Call, { status, bytes }: PathAnswer, isFinal: boolean): Response {
  const isJson = status === 200 && /^\s*[[{]/.test(bytes.toString('latin1', 0, 16))
  return answerBytes(call, bytes, status, {
    'content-type': isJson ? 'application/json' : 'text/plain; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'cache-control': isFinal ? 'public, max-age=3600' : 'no-store',
  })
}
