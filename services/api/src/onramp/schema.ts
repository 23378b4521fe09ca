/**
 * The tables of purchases. Times are milliseconds since 1970. The sandbox's pages use only the
 * tables `checkout…`.
 */
import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'
import { amount, count, hexBytes } from '@latchkey/server/db/columns'
import type { OrderState } from '@latchkey/protocol/onramp'
import type { CheckoutState, Terms } from './checkout/session.ts'

/** Purchases at providers that report their progress. */
export const orders = pgTable(
  'onramp_orders',
  {
    /** A random id. Anybody who knows it may read the order. */
    id: text().primaryKey(),
    provider: text().notNull(),
    /** SHA-256 of the caller's key and of its parameters; null without a key. */
    keyHash: hexBytes('key_hash'),
    contentHash: hexBytes('content_hash').notNull(),
    state: text().$type<OrderState>().notNull(),
    reason: text(),
    wallet: hexBytes().notNull(),
    /** CAIP-2. */
    networkId: text('network_id').notNull(),
    token: hexBytes().notNull(),
    symbol: text().notNull(),
    decimals: integer().notNull(),
    amount: amount().notNull(),
    method: text().notNull(),
    currency: text().notNull(),
    cents: amount().notNull(),
    transactionFee: amount('transaction_fee').notNull(),
    networkFee: amount('network_fee').notNull(),
    redirectUrl: text('redirect_url'),
    createdAt: count('created_at').notNull(),
    updatedAt: count('updated_at').notNull(),
    /** The end of the time for payment. */
    expiresAt: count('expires_at').notNull(),
    /** The transaction that delivers the tokens, and the time of its block. */
    hash: hexBytes(),
    minedAt: count('mined_at'),
  },
  (table) => [
    uniqueIndex('onramp_orders_key').on(table.keyHash),
    index('onramp_orders_state').on(table.state, table.networkId, table.updatedAt),
    index('onramp_orders_wallet').on(table.wallet, table.minedAt),
  ],
)

/** Received messages of providers. Each is applied once. */
export const webhooks = pgTable(
  'onramp_webhooks',
  {
    provider: text().notNull(),
    id: text().notNull(),
    orderId: text('order_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.provider, table.id] })],
)

/**
 * - `sent`: signed; sent again until it is mined
 * - `outbid`: signed again with higher fees; one of the two will be mined
 * - `displaced`: another transaction has its nonce, so it never will be mined
 */
export type PayoutState = 'sent' | 'outbid' | 'mined' | 'reverted' | 'displaced'

/** Every transaction of a treasury, stored before it is sent. */
export const payouts = pgTable(
  'onramp_payouts',
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
    uniqueIndex('onramp_payouts_nonce')
      .on(table.sender, table.networkId, table.nonce)
      .where(sql`state not in ('displaced', 'outbid')`),
    uniqueIndex('onramp_payouts_order')
      .on(table.orderId)
      .where(sql`state not in ('displaced', 'outbid')`),
  ],
)

/** Pages on which an order is paid. No data of a card is stored. */
export const sessions = pgTable(
  'checkout_sessions',
  {
    id: text().primaryKey(),
    orderId: text('order_id').notNull(),
    terms: jsonb().$type<Terms>().notNull(),
    state: text().$type<CheckoutState>().notNull(),
    /** Attempts at the second step. */
    tries: integer().notNull(),
    expiresAt: count('expires_at').notNull(),
    /** When a slow payment ends; null for others. */
    settleAt: count('settle_at'),
  },
  (table) => [index('checkout_sessions_settle').on(table.settleAt)],
)

/** Messages to the API that are not acknowledged yet. */
export const outbox = pgTable(
  'checkout_outbox',
  {
    id: text().primaryKey(),
    /** The order, and the place among its messages. */
    orderId: text('order_id').notNull(),
    position: integer().notNull(),
    type: text().$type<'paying' | 'paid' | 'failed'>().notNull(),
    reason: text(),
    createdAt: count('created_at').notNull(),
    tries: integer().notNull(),
    nextAt: count('next_at').notNull(),
  },
  (table) => [index('checkout_outbox_next').on(table.nextAt)],
)
