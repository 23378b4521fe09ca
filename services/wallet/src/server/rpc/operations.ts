import { apiBodyBytes, apiBodyDepth, apiBodyValues } from '@latchkey/protocol/counts'
import { readUrl } from '@latchkey/protocol/readUrl'
import { causesOf } from '@latchkey/server/causesOf'
import * as v from 'valibot'
import type { Call, Route } from '../http/env.ts'
import { readBytes, readContent } from '../http/readBody.ts'
import { Refusal } from '../refusal.ts'
import type { Service } from '../service.ts'
import { askNodes } from './askNodes.ts'

/* @__NO_SIDE_EFFECTS__ */
const requestOf = (methods: readonly string[]) =>
  v.object({
    jsonrpc: v.literal('2.0'),
    id: v.union([v.number(), v.pipe(v.string(), v.maxLength(128))]),
    method: v.picklist(methods),
    params: v.optional(v.array(v.unknown()), []),
  })

/** The methods of a bundler that the frame calls. ERC-7769 */
const toBundler = requestOf([
  'eth_sendUserOperation',
  'eth_estimateUserOperationGas',
  'eth_getUserOperationReceipt',
  'eth_getUserOperationByHash',
  'eth_supportedEntryPoints',
])
/** The methods of a paymaster. ERC-7677 */
const toPaymaster = requestOf(['pm_getPaymasterStubData', 'pm_getPaymasterData'])

const limits = { bytes: apiBodyBytes, depth: apiBodyDepth, values: apiBodyValues }

type Parts = Pick<Service, 'options' | 'metrics' | 'clients'>

/** Forwards the frame's calls to the operator's bundler of a network. ERC-4337 */
export const bundler = (service: Parts): Route => ({
  method: 'POST',
  path: '/v1/bundler',
  answer(call) {
    const { bundlerUrl } = networkOf(service, call)
    if (bundlerUrl === undefined) throw new Refusal('notFound')
    return forward(service, call, { url: bundlerUrl, shape: toBundler, route: 'bundler' })
  },
})

/**
 * Forwards the frame's calls to the paymaster that a site names, if the operator allows its origin,
 * and to the operator's own.
 * No other address is called, so a site can't reach the operator's own machines. ERC-7677
 */
export const paymaster = (service: Parts): Route => ({
  method: 'POST',
  path: '/v1/paymaster',
  answer(call) {
    networkOf(service, call)
    const url = readUrl(call.req.query('url') ?? '')
    const isAllowed =
      url !== undefined &&
      url.username === '' &&
      url.password === '' &&
      allowedOrigins(service).includes(url.origin)
    if (!isAllowed) throw new Refusal('notFound')
    return forward(service, call, { url: url.href, shape: toPaymaster, route: 'paymaster' })
  },
})

/** The origins of the paymasters that the server calls. */
const allowedOrigins = ({ options: { paymasters, ownPaymaster } }: Parts): readonly string[] =>
  ownPaymaster === undefined ? paymasters : [...paymasters, new URL(ownPaymaster).origin]

function networkOf({ options }: Parts, call: Call) {
  const network = options.networks.find(({ networkId }) => networkId === call.req.query('chainId'))
  if (!network) throw new Refusal('notFound')
  return network
}

type Target = { url: string; shape: ReturnType<typeof requestOf>; route: string }

async function forward(
  { options, metrics, clients }: Parts,
  call: Call,
  { url, shape, route }: Target,
): Promise<Response> {
  clients.spendOperation(call.get('client'))
  const content = readContent(await readBytes(call, apiBodyBytes), limits, shape)
  try {
    // serialized again, so that the service reads exactly the checked values
    const bytes = await askNodes([url], JSON.stringify(content), {
      isRead: false,
      signal: call.req.raw.signal,
    })
    return call.body(new Uint8Array(bytes), 200, {
      'content-type': 'application/json',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
  } catch (error) {
    metrics.refused({ why: route }).add()
    options.log?.({
      time: new Date().toISOString(),
      level: 'warn',
      requestId: call.get('requestId'),
      route,
      status: 0,
      ms: 0,
      error: causesOf(error),
    })
    throw new Refusal('unavailable')
  }
}
