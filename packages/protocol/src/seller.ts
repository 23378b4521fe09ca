/**
 * The messages between the API and a seller of tokens with a service of its own, such as the
 * sandbox. Amounts of money are in hundredths of the payment currency, amounts of tokens in their
 * smallest unit; both are text on the wire. docs/contracts/api.md#sellers
 */
import * as v from 'valibot'
import { post } from './api.ts'
import { isEvmAddress } from './chains/evm.ts'
import { counts } from './limits.ts'
import { listOf } from './listOf.ts'
import { onrampOptions, orderFailures } from './onramp.ts'

const text = (max: number) => v.pipe(v.string(), v.minLength(1), v.maxLength(max))
const label = text(64)
const amount = v.pipe(
  v.string(),
  v.regex(/^\d{1,78}$/, 'Invalid amount'),
  v.transform((digits) => BigInt(digits)),
)
const at = v.pipe(v.number(), v.safeInteger())
const address = v.custom<`0x${string}`>(isEvmAddress, 'Invalid address')
const hash = v.custom<`0x${string}`>(
  (value) => typeof value === 'string' && /^0x[0-9a-f]{64}$/.test(value),
  'Invalid hash',
)
const none = v.object({})

/** The terms of an offer. `token`: 0xeeee… for the native coin. */
const terms = {
  method: label,
  currency: label,
  cents: amount,
  transactionFee: amount,
  networkFee: amount,
  networkId: label,
  token: address,
  symbol: label,
  decimals: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(36)),
  amount,
}

/** The currencies that the seller sells, and those that it takes. */
export const sellerOptions = post('/seller/options', none, none, onrampOptions.answer)

/** One offer for each payment method that takes the amount. `expiresAt`: milliseconds since 1970. */
export const sellerQuotes = post(
  '/seller/quotes',
  none,
  v.object({
    cents: amount,
    currency: label,
    symbol: label,
    networkId: v.optional(label),
    method: v.optional(label),
  }),
  listOf(v.object({ ...terms, expiresAt: at }), counts.onrampQuotes),
)

/** Whether an offer can be delivered to a wallet now. */
export const sellerStock = post(
  '/seller/stock',
  none,
  v.object({ networkId: label, token: address, amount, wallet: address }),
  v.object({ isInStock: v.boolean() }),
)

/** Begins an order, once for each `id`. The answer is its payment page. */
export const sellerOrders = post(
  '/seller/orders',
  none,
  v.object({
    ...terms,
    id: text(128),
    wallet: address,
    networkName: label,
    redirectUrl: v.optional(text(8_192)),
    expiresAt: at,
  }),
  v.object({ url: text(8_192) }),
)

/** The body of a refusal, with status 400. `field` is the API's own name of what is refused. */
export const sellerRefusal = v.object({
  field: v.pipe(v.string(), v.maxLength(64)),
  description: text(256),
})

const of = { id: text(128), orderId: text(128) }

/**
 * A seller's message about an order, sent to the API until it is acknowledged. `id` is the same in
 * every repetition.
 * - `sending`: the tokens are on their way; sent again for each transaction that replaces another
 * - `paid` after `sending`: the transaction never will be in a block, and another one will be made
 */
export const sellerMessage = v.variant('type', [
  v.object({ ...of, type: v.literal('paying') }),
  v.object({ ...of, type: v.literal('paid') }),
  v.object({ ...of, type: v.literal('sending'), hash }),
  v.object({ ...of, type: v.literal('done'), hash, minedAt: at }),
  v.object({
    ...of,
    type: v.literal('failed'),
    reason: v.nullish(v.picklist(orderFailures)),
    hash: v.nullish(hash),
  }),
])
export type SellerMessage = v.InferOutput<typeof sellerMessage>

/** The JSON of a message, with amounts as text. */
export const sellerJson = (message: object): string =>
  JSON.stringify(message, (_, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  )
