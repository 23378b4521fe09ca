/** The tables of the sandbox. Times are milliseconds since 1970. */
import { index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'
import { amount, count, hexBytes } from '@latchkey/server/db/columns'
import type { SellerMessage } from '@latchkey/protocol/seller'
import type { OrderState, Terms } from './stepOrder.ts'

/** Orders. The id of an order is the id of its page. No data of a card is stored. */
export const orders = pgTable(
  'sandbox_orders',
  {
    /** The id of the order's page. */
    id: text().primaryKey(),
    /** The API's id of the order. */
    orderId: text('order_id').notNull(),
    terms: jsonb().$type<Terms>().notNull(),
    /** The bought tokens, and the account that gets them. `networkId` is a CAIP-2 id. */
    networkId: text('network_id').notNull(),
    token: hexBytes().notNull(),
    amount: amount().notNull(),
    wallet: hexBytes().notNull(),
    state: text().$type<OrderState>().notNull(),
    /** Codes that the visitor has entered in the second step. */
    tries: integer().notNull(),
    /** Number of messages that were written about the order. */
    messages: integer().notNull(),
    expiresAt: count('expires_at').notNull(),
    /** When a slow payment ends; null for other payments. */
    settleAt: count('settle_at'),
    updatedAt: count('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('sandbox_orders_order').on(table.orderId),
    index('sandbox_orders_state').on(table.state, table.networkId, table.updatedAt),
    index('sandbox_orders_settle').on(table.settleAt),
  ],
)

/** Messages to the API that the API has not acknowledged yet. */
export const outbox = pgTable(
  'sandbox_outbox',
  {
    id: text().primaryKey(),
    /** The API's id of the order. `position`: the message's place among the order's messages. */
    orderId: text('order_id').notNull(),
    position: integer().notNull(),
    type: text().$type<SellerMessage['type']>().notNull(),
    reason: text(),
    /** The transaction that delivers the tokens, and the time of its block in milliseconds. */
    hash: hexBytes(),
    minedAt: count('mined_at'),
    createdAt: count('created_at').notNull(),
    tries: integer().notNull(),
    nextAt: count('next_at').notNull(),
  },
  (table) => [
    index('sandbox_outbox_next').on(table.nextAt),
    index('sandbox_outbox_order').on(table.orderId),
  ],
)

/**
 * The state of a payout's transaction.
 * - `sent`: it is sent repeatedly until it is mined.
 * - `outbid`: another transaction of the same payout was signed, with higher fees. Only one of them
 *   can be mined.
 * - `mined`, `reverted`: it is in a block, where it succeeded or failed.
 * - `displaced`: a transaction outside the payout has used its nonce, so it will never be mined.
 */
export type PayoutState = 'sent' | 'outbid' | 'mined' | 'reverted' | 'displaced'

/** Every transaction that a treasury has signed. It is stored before it is sent. */
export const payouts = pgTable(
  'sandbox_payouts',
  {
    sender: hexBytes().notNull(),
    networkId: text('network_id').notNull(),
    nonce: count().notNull(),
    orderId: text('order_id').notNull(),
    hash: hexBytes().notNull(),
    /** The signed transaction. */
    raw: hexBytes().notNull(),
    state: text().$type<PayoutState>().notNull(),
  },
  (table) => [
    uniqueIndex('sandbox_payouts_nonce')
      .on(table.sender, table.networkId, table.nonce)
      .where(sql`state not in ('displaced', 'outbid')`),
    uniqueIndex('sandbox_payouts_order')
      .on(table.orderId)
      .where(sql`state not in ('displaced', 'outbid')`),
  ],
)
