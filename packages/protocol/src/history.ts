/** The history of an account, newest first. docs/contracts/api.md#history */
import * as v from 'valibot'
import { caller, get, networkId, servedAddress } from './api.ts'
import { counts } from './limits.ts'
import { firstOf, listOf } from './listOf.ts'
import { operationTypes } from './operationTypes.ts'
import type { OperationType } from './operationTypes.ts'

export type { OperationType }

const picture = v.object({ url: v.string(), content_type: v.nullish(v.string()) })
/** `is_spam`: the asset was sent unrequested, or it imitates another. */
const flags = v.object({ is_spam: v.boolean() })

/**
 * One transfer of a coin, a token or an NFT, as the requested account sees it.
 * - `quantity.numeric`: an exact decimal string in whole tokens
 * - `price` (of one token, in US dollars, when the transaction was mined) and `value`: null if
 *   unknown
 * - `sender` and `recipient`: addresses as the token reports them, which may be lies; on EVM
 *   networks they are checksummed. Other services omit them. On Solana, a mint or burn lacks one of
 *   them.
 */
export const historyTransfer = v.object({
  fungible_info: v.nullish(
    v.object({
      name: v.nullish(v.string()),
      symbol: v.nullish(v.string()),
      icon: v.nullish(v.object({ url: v.nullish(v.string()) })),
      flags: v.nullish(flags),
    }),
  ),
  nft_info: v.nullish(
    v.object({
      name: v.nullish(v.string()),
      content: v.nullish(v.object({ preview: v.nullish(picture), detail: v.nullish(picture) })),
      flags: v.nullish(flags),
    }),
  ),
  direction: v.picklist(['in', 'out', 'self']),
  sender: v.nullish(v.string()),
  recipient: v.nullish(v.string()),
  quantity: v.object({
    numeric: v.pipe(v.string(), v.regex(/^\d{1,78}(\.\d{1,255})?$/, 'Invalid amount')),
  }),
  value: v.nullish(v.number()),
  price: v.nullish(v.number()),
})
export type HistoryTransfer = v.InferOutput<typeof historyTransfer>

/**
 * One transaction. `minedAt` is RFC 3339; `chain` is a CAIP-2 id. `sentTo` is empty if there is no
 * recipient. If tokens were sent or received, even in a failed transfer, `sentTo` is their
 * recipient and not the called contract.
 */
export const historyEntry = v.object({
  id: v.string(),
  metadata: v.object({
    operationType: v.fallback(v.picklist(operationTypes), 'unknown'),
    hash: v.string(),
    minedAt: v.pipe(
      v.string(),
      v.check((text) => !Number.isNaN(Date.parse(text)), 'Invalid time'),
    ),
    sentFrom: v.string(),
    sentTo: v.string(),
    /** `confirmed`, `failed` or `pending`; a purchase has its own statuses. */
    status: v.string(),
    nonce: v.number(),
    application: v.nullish(
      v.object({ name: v.nullish(v.string()), iconUrl: v.nullish(v.string()) }),
    ),
    chain: v.nullish(v.string()),
    /** The fee in whole coins, on Bitcoin, if the account paid all of it. */
    fee: v.optional(v.pipe(v.string(), v.regex(/^\d{1,78}(\.\d{1,255})?$/, 'Invalid amount'))),
    /** On Bitcoin: the block of the transaction and the blocks after it; 0 while it waits. */
    confirmations: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
  }),
  transfers: v.nullish(firstOf(historyTransfer, counts.apiRows)),
})
export type HistoryEntry = v.InferOutput<typeof historyEntry>

/** A chain as the API writes it. Only the number of an EVM chain is accepted, too. */
const chainId = v.pipe(
  v.string(),
  v.transform((text) => (/^[1-9]\d{0,31}$/.test(text) ? `eip155:${text}` : text)),
  networkId,
)

/** Ids of purchases, separated by commas. */
const orderIds = v.pipe(
  v.string(),
  v.maxLength(counts.onrampKnownOrders * 129),
  v.transform((text) => text.split(',')),
  v.maxLength(counts.onrampKnownOrders, 'Too many orders'),
)

/**
 * A page of an account's transactions, on one chain or on all. `cursor` is the `next` of the page
 * before; new blocks do not shift the pages. With `onramp`, the id of a provider, the page contains
 * purchases instead: those whose tokens have arrived, and those whose ids are in `orders`. The
 * header `x-latchkey-unavailable` lists the networks (CAIP-2) that did not answer, or whose newest
 * transactions may be missing.
 */
export const accountHistory = get(
  '/v1/account/{address}/history',
  v.object({
    ...caller,
    address: servedAddress,
    currency: v.optional(v.picklist(['usd'], 'Unsupported currency')),
    chainId: v.optional(chainId),
    cursor: v.optional(v.pipe(v.string(), v.maxLength(counts.historyCursor))),
    onramp: v.optional(v.pipe(v.string(), v.maxLength(64))),
    orders: v.optional(orderIds),
  }),
  v.object({ data: listOf(historyEntry, counts.apiRows), next: v.nullish(v.string()) }),
)
export type AccountHistory = v.InferOutput<typeof accountHistory.answer>
