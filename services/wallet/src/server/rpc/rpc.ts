import { causesOf } from '@latchkey/server/causesOf'
import { TooLargeError } from '@latchkey/server/readLimited'
import { apiBodyBytes, apiBodyDepth, apiBodyValues, rpcBatch } from '@latchkey/protocol/counts'
import { parseNetworkId } from '@latchkey/protocol/caip'
import {
  frameBitcoinMethods,
  frameNodeMethods,
  framePolkadotFunctions,
  framePolkadotMethods,
  frameSolanaMethods,
  frameSolanaSend,
} from '@latchkey/protocol/frame/nodeMethods'
import * as v from 'valibot'
import type { Route } from '../http/env.ts'
import { readBytes, readContent } from '../http/readBody.ts'
import { Refusal } from '../refusal.ts'
import type { Service } from '../service.ts'
import { askEsplora } from './askEsplora.ts'
import { askNodes } from './askNodes.ts'

const request = v.object({
  jsonrpc: v.literal('2.0'),
  id: v.union([v.number(), v.pipe(v.string(), v.maxLength(128))]),
  method: v.pipe(v.string(), v.maxLength(64)),
  params: v.optional(v.union([v.array(v.unknown()), v.record(v.string(), v.unknown())])),
})
const body = v.union([request, v.pipe(v.array(request), v.minLength(1), v.maxLength(rpcBatch))])
type RpcRequest = v.InferOutput<typeof request>

/** The methods of each namespace that are forwarded. */
const allowed: Record<string, ReadonlySet<string>> = {
  eip155: new Set(frameNodeMethods),
  solana: new Set(frameSolanaMethods),
  bip122: new Set(frameBitcoinMethods),
  polkadot: new Set(framePolkadotMethods),
}
/** Whether a call that runs code of the network names one of the allowed functions. */
const namesAllowed = ({ method, params }: RpcRequest): boolean =>
  method !== 'state_call' ||
  (Array.isArray(params) && framePolkadotFunctions.some((name) => name === params[0]))
/** The namespaces whose nodes do not speak JSON-RPC. */
const others: Record<string, typeof askEsplora> = { bip122: askEsplora }
const sends = new Set<string>(['eth_sendRawTransaction', frameSolanaSend])
const limits = { bytes: apiBodyBytes, depth: apiBodyDepth, values: apiBodyValues }

/**
 * Forwards the frame's calls to the operator's nodes of a network: methods that read, and methods
 * that send a signed transaction. It calls no other address and no other method.
 */
export function rpc({ options, clients, metrics }: Service): Route {
  return {
    method: 'POST',
    path: '/v1/rpc',
    async answer(call) {
      const network = options.networks.find(
        ({ networkId }) => networkId === call.req.query('chainId'),
      )
      if (!network) throw new Refusal('notFound')
      const content = readContent(await readBytes(call, apiBodyBytes), limits, body)
      const requests = Array.isArray(content) ? content : [content]
      clients.spend(call.get('client'), requests.length - 1)
      const { namespace } = parseNetworkId(network.networkId)
      const forbidden = requests.filter(
        (request) => !allowed[namespace]?.has(request.method) || !namesAllowed(request),
      )
      if (forbidden.length > 0)
        return call.json(
          Array.isArray(content) ? requests.map(refusalOf) : refusalOf(requests[0]),
          200,
          { 'cache-control': 'no-store' },
        )
      const isRead = requests.every(({ method }) => !sends.has(method))
      const { signal } = call.req.raw
      try {
        const answers = await others[namespace]?.(network.rpcUrls, requests, signal)
        if (answers)
          return call.json(Array.isArray(content) ? answers : answers[0], 200, {
            'cache-control': 'no-store',
          })
        // The request is serialized again: if a member is repeated, a node might read another value
        // than the checked one.
        const bytes = await askNodes(network.rpcUrls, JSON.stringify(content), {
          isRead,
          signal,
        })
        return call.body(new Uint8Array(bytes), 200, {
          'content-type': 'application/json',
          'x-content-type-options': 'nosniff',
          'cache-control': 'no-store',
        })
      } catch (error) {
        metrics.refused({ why: error instanceof TooLargeError ? 'node’s answer' : 'nodes' }).add()
        options.log?.({
          time: new Date().toISOString(),
          level: 'warn',
          requestId: call.get('requestId'),
          route: 'nodes',
          status: 0,
          ms: 0,
          error: causesOf(error),
        })
        throw new Refusal('unavailable')
      }
    },
  }
}

/** The refusal of a request. A batch with one forbidden method is refused as a whole. */
function refusalOf(request: RpcRequest | undefined) {
  return {
    jsonrpc: '2.0',
    id: request?.id ?? null,
    error: { code: -32601, message: 'Requested RPC call is not allowed' },
  } // the sentence of wallet errors, docs/contracts/product.md#errors
}
