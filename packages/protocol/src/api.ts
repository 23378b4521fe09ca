/**
 * The blockchain API. Each endpoint has one entry, with which both client and server type and check
 * the messages. docs/contracts/api.md#conventions
 */
import * as v from 'valibot'
import { isAccountId, isNetworkId } from './caip.ts'
import { currencies } from './currencies.ts'
import { isBitcoinAddress } from './chains/bitcoin.ts'
import { isEvmAddress } from './chains/evm.ts'
import { counts } from './limits.ts'
import { firstOf, listOf } from './listOf.ts'
import { servedNamespaceOf } from './servedNamespaceOf.ts'

export type Endpoint<
  query extends v.GenericSchema = v.GenericSchema,
  body extends v.GenericSchema = v.GenericSchema,
  answer extends v.GenericSchema = v.GenericSchema,
> = {
  method: 'GET' | 'POST'
  /** The path. A part `{name}` is replaced by the query entry of this name. */
  path: `/${string}`
  query: query
  body: body
  answer: answer
}

const noBody = v.optional(v.undefined())

/** Declares an endpoint whose request has only a query. */
/* @__NO_SIDE_EFFECTS__ */
export function get<const query extends v.GenericSchema, const answer extends v.GenericSchema>(
  path: `/${string}`,
  query: query,
  answer: answer,
) {
  return { method: 'GET', path, query, body: noBody, answer } as const satisfies Endpoint
}

/** Declares an endpoint whose request has a body. */
/* @__NO_SIDE_EFFECTS__ */
export function post<
  const query extends v.GenericSchema,
  const body extends v.GenericSchema,
  const answer extends v.GenericSchema,
>(path: `/${string}`, query: query, body: body, answer: answer) {
  return { method: 'POST', path, query, body, answer } as const satisfies Endpoint
}

/** A CAIP-2 id. */
export const networkId = v.custom<string>(isNetworkId, 'Invalid CAIP Address')
export const accountId = v.custom<string>(isAccountId, 'Invalid CAIP Address')
export const evmAddress = v.custom<`0x${string}`>(isEvmAddress, 'Invalid address')
/**
 * An address of an EVM network, of Solana or of Bitcoin; or the two addresses of a Bitcoin account,
 * for payments and for ordinals, with a comma between them.
 */
export const servedAddress = v.custom<string>(
  (value) => servedNamespaceOf(value) !== undefined || isBitcoinPair(value),
  'Invalid address',
)

function isBitcoinPair(value: unknown): boolean {
  const parts = typeof value === 'string' ? value.split(',', 3) : []
  return parts.length === 2 && parts.every(isBitcoinAddress)
}

const currency = v.picklist(currencies, 'Unsupported currency')

/**
 * Identifies the caller: its project, and the kind and version of the kit. All are optional for an
 * API that the site itself hosts. docs/contracts/api.md#project-and-caller
 */
export const caller = {
  projectId: v.optional(v.pipe(v.string(), v.maxLength(64))),
  st: v.optional(v.pipe(v.string(), v.maxLength(64))),
  sv: v.optional(v.pipe(v.string(), v.maxLength(64))),
  clientId: v.optional(v.pipe(v.string(), v.maxLength(256))),
}

/** Up to {@link counts.apiBatch} tokens as CAIP-10 ids, separated by commas. */
const tokenList = v.pipe(
  v.string(),
  v.maxLength(counts.apiBatch * (counts.accountId + 1), 'Invalid CAIP Address'),
  v.check((text) => text.split(',').length <= counts.apiBatch, 'Invalid CAIP Address'),
  v.check((text) => text.split(',').every(isAccountId), 'Invalid CAIP Address'),
)

/**
 * One row of a balance. Amounts are decimal strings in whole tokens; `quantity.decimals` is the
 * number of the token's decimals as text. `address` is a CAIP-10 id, and absent for the native
 * token. `price` and `value` are in the requested currency. If the price of a token is unknown,
 * `price` is 0 and there is no `value`.
 */
export const tokenBalance = v.object({
  name: v.string(),
  symbol: v.string(),
  chainId: v.optional(v.string()),
  address: v.optional(v.string()),
  value: v.optional(v.number()),
  price: v.number(),
  quantity: v.object({
    decimals: v.pipe(v.string(), v.regex(/^\d{1,3}$/, 'Invalid decimals')),
    numeric: v.pipe(v.string(), v.regex(/^\d{1,78}(\.\d{1,255})?$/, 'Invalid amount')),
  }),
  iconUrl: v.string(),
  /**
   * What others send to the account in transactions that wait for a block, in whole tokens. It is
   * not part of `quantity`, because it may never arrive. Absent if nothing waits.
   */
  pending: v.optional(v.pipe(v.string(), v.regex(/^\d{1,78}(\.\d{1,255})?$/, 'Invalid amount'))),
  /**
   * False if the operator's token list does not contain the token. Anyone can create such a token
   * and its price.
   */
  verified: v.optional(v.boolean()),
})
export type TokenBalance = v.InferOutput<typeof tokenBalance>

/** The networks that the API can read, as CAIP-2 ids. docs/contracts/api.md#supported-chains */
export const supportedChains = get(
  '/v1/supported-chains',
  v.object(caller),
  v.object({
    http: listOf(networkId, counts.apiNetworks),
    ws: listOf(networkId, counts.apiNetworks),
  }),
)

/**
 * The tokens of an account, the highest value first; at most {@link counts.balanceRows} are read.
 * `forceUpdate` lists tokens (CAIP-10, the native one by {@link nativeTokenId}) that are read
 * without a cache. If some networks do not answer, the answer has the rows of the others, and the
 * header {@link unavailableHeader} lists the missing ones. docs/contracts/api.md#balance
 */
export const accountBalance = get(
  '/v1/account/{address}/balance',
  v.object({
    ...caller,
    address: servedAddress,
    currency,
    chainId: v.optional(networkId),
    forceUpdate: v.optional(tokenList),
  }),
  v.object({ balances: firstOf(tokenBalance, counts.balanceRows) }),
)
export type AccountBalance = v.InferOutput<typeof accountBalance.answer>

/** An answer's header: the networks (CAIP-2) that did not answer, separated by commas. */
export const unavailableHeader = 'x-latchkey-unavailable'

/**
 * The prices of tokens: one entry for each requested address, in the requested currency.
 * docs/contracts/api.md#prices
 */
export const fungiblePrice = post(
  '/v1/fungible/price',
  v.object(caller),
  v.object({
    projectId: caller.projectId,
    currency,
    addresses: v.pipe(
      listOf(accountId, counts.apiBatch, 'Too many addresses'),
      v.minLength(1, 'At least one address is needed'),
    ),
  }),
  v.object({
    fungibles: listOf(
      v.object({
        address: v.string(),
        name: v.string(),
        symbol: v.string(),
        iconUrl: v.string(),
        price: v.number(),
        decimals: v.number(),
      }),
      counts.apiBatch,
    ),
  }),
)

const rpcRequest = v.object({
  jsonrpc: v.literal('2.0'),
  id: v.optional(v.union([v.string(), v.number(), v.null()])),
  method: v.pipe(v.string(), v.minLength(1), v.maxLength(128)),
  params: v.optional(v.union([v.array(v.unknown()), v.record(v.string(), v.unknown())])),
})

/**
 * One JSON-RPC request, or a batch of them, which the API forwards to the chain's node.
 * docs/contracts/api.md#json-rpc
 */
export const rpcProxy = post(
  '/v1',
  v.object({ ...caller, chainId: networkId }),
  v.union([rpcRequest, v.pipe(listOf(rpcRequest, counts.rpcBatch), v.minLength(1))]),
  v.unknown(),
)

/**
 * The body of every answer with a status outside 2xx. `name` has the same value as `field`; older
 * clients read it. docs/contracts/api.md#error-body
 */
export const errorBody = v.object({
  status: v.literal('FAILED'),
  reasons: v.array(
    v.object({
      field: v.optional(v.string()),
      name: v.optional(v.string()),
      description: v.string(),
    }),
  ),
})
export type ErrorBody = v.InferOutput<typeof errorBody>
