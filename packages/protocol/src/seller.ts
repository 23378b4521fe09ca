/**
 * The messages between the API and a seller of tokens that runs its own service, such as the
 * sandbox. Amounts of money are in hundredths of the payment currency, amounts of tokens in the
 * smallest unit. Both are text on the wire. docs/contracts/api.md#sellers
 */
import * as v from 'valibot'
import { post } from './api.ts'
import { isEvmAddress } from './chains/evm.ts'
import { counts } from './limits.ts'
import { isPageLink } from './links.ts'
import { listOf } from './listOf.ts'
import { onrampOptions, orderFailures } from './onramp.ts'

/** Text that a database can store: PostgreSQL has no NUL, and UTF-8 has no half of a character. */
const text = (max: number) =>
  v.pipe(
    v.string(),
    v.minLength(1),
    v.maxLength(max),
    v.check((value) => !/[\0\p{Cs}]/u.test(value), 'Invalid text'),
  )
const label = text(64)
/** ISO 4217. */
const currency = v.pipe(v.string(), v.regex(/^[A-Z]{3}$/, 'Invalid currency'))
const amount = v.pipe(
  v.string(),
  v.regex(/^\d{1,78}$/, 'Invalid amount'),
  v.transform((digits) => BigInt(digits)),
)
const at = v.pipe(v.number(), v.safeInteger())
const address = v.custom<`0x${string}`>(isEvmAddress, 'Invalid address')
/**
 * The key of an account: an EVM address; on Bitcoin the output script of an address, in hex. A
 * script of an address has 22 to 42 bytes.
 */
const account = v.custom<`0x${string}`>(
  (value) => typeof value === 'string' && /^0x(?:[0-9a-f]{2}){20,42}$/i.test(value),
  'Invalid account',
)
/** The hash of a transaction. On Bitcoin its id, as people read it. */
const hash = v.custom<`0x${string}`>(
  (value) => typeof value === 'string' && /^0x[0-9a-f]{64}$/.test(value),
  'Invalid hash',
)
const none = v.object({})

/** The terms of an offer. `token` is 0xeeee… for the native coin. */
const terms = {
  method: label,
  currency,
  cents: amount,
  transactionFee: amount,
  networkFee: amount,
  networkId: label,
  token: address,
  symbol: label,
  decimals: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(36)),
  amount,
}

/** The tokens that the seller sells, and the currencies that it accepts. */
export const sellerOptions = post('/seller/options', none, none, onrampOptions.answer)

/**
 * One offer for each payment method that accepts the amount. `expiresAt` is in milliseconds since
 * 1970.
 */
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

/** Whether the seller can deliver these tokens to a wallet now. */
export const sellerStock = post(
  '/seller/stock',
  none,
  v.object({ networkId: label, token: address, amount, wallet: account }),
  v.object({ isInStock: v.boolean() }),
)

/** Begins an order; the same `id` gives the same order again. The answer has its payment page. */
export const sellerOrders = post(
  '/seller/orders',
  none,
  v.object({
    ...terms,
    id: text(128),
    wallet: account,
    networkName: label,
    redirectUrl: v.optional(
      v.pipe(
        text(8_192),
        v.check((value) => isPageLink(value), 'Invalid address'),
      ),
    ),
    expiresAt: at,
  }),
  v.object({ url: text(8_192) }),
)

/** The body of a refusal, with status 400. `field` is the name of the refused field in the API. */
export const sellerRefusal = v.object({
  field: v.pipe(v.string(), v.maxLength(64)),
  description: text(256),
})

const of = { id: text(128), orderId: text(128) }

/**
 * A seller's message to the API about an order. It is repeated until the API acknowledges it; `id`
 * is the same in each repetition.
 * - `sending`: the tokens are on their way; sent again for each transaction that replaces another
 * - `paid` after `sending`: the transaction will never be in a block, and the seller will send
 *   another
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

/** Writes a message as JSON, with amounts as text. */
export const sellerJson = (message: object): string =>
  JSON.stringify(message, (_, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  )
