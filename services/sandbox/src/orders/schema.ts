/** The tables of the sandbox. Times are milliseconds since 1970. */
import { index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'
import { amount, count, hexBytes } from '@latchkey/server/db/columns'
import type { SellerMessage } from '@latchkey/protocol/seller'
import type { OrderState, Terms } from './stepOrder.ts'

/** Orders, each with its page. No data of a card is stored. */
export const orders = pgTable(
  'sandbox_orders',
  {
    /** The id of the page. */
    id: text().primaryKey(),
    /** The API's id. */
    orderId: text('order_id').notNull(),
    terms: jsonb().$type<Terms>().notNull(),
    /** The bought tokens, and the account that gets them. `networkId`: CAIP-2. */
    networkId: text('network_id').notNull(),
    token: hexBytes().notNull(),
    amount: amount().notNull(),
    wallet: hexBytes().notNull(),
    state: text().$type<OrderState>().notNull(),
    /** Attempts at the second step. */
    tries: integer().notNull(),
    /** Messages about the order so far. */
    messages: integer().notNull(),
    expiresAt: count('expires_at').notNull(),
    /** When a slow payment ends; null for others. */
    settleAt: count('settle_at'),
    updatedAt: count('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('sandbox_orders_order').on(table.orderId),
    index('sandbox_orders_state').on(table.state, table.networkId, table.updatedAt),
    index('sandbox_orders_settle').on(table.settleAt),
  ],
)

/** Messages to the API that are not acknowledged yet. */
export const outbox = pgTable(
  'sandbox_outbox',
  {
    id: text().primaryKey(),
    /** The API's id of the order, and the place among its messages. */
    orderId: text('order_id').notNull(),
    position: integer().notNull(),
    type: text().$type<SellerMessage['type']>().notNull(),
    reason: text(),
    /** The transaction that delivers the tokens, and the time of its block. */
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
 * - `sent`: signed; sent again until it is mined
 * - `outbid`: signed again with higher fees; one of the two will be mined
 * - `displaced`: another transaction has its nonce, so it never will be mined
 */
export type PayoutState = 'sent' | 'outbid' | 'mined' | 'reverted' | 'displaced'

/** Every transaction of a treasury, stored before it is sent. */
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
