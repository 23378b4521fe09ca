/** The tables of purchases. Times are milliseconds since 1970. */
import { index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { amount, count, hexBytes } from '@latchkey/server/db/columns'
import type { OrderState } from '@latchkey/protocol/onramp'

/** Purchases at providers that report progress. */
export const orders = pgTable(
  'onramp_orders',
  {
    /** A random id. Everyone who knows it may read the order. */
    id: text().primaryKey(),
    provider: text().notNull(),
    /**
     * Hashes (SHA-256). `keyHash`: of the caller's key; null without a key. `contentHash`: of the
     * order's parameters.
     */
    keyHash: hexBytes('key_hash'),
    contentHash: hexBytes('content_hash').notNull(),
    state: text().$type<OrderState>().notNull(),
    reason: text(),
    wallet: hexBytes().notNull(),
    /** A CAIP-2 id. */
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
    /** Until when the order may be paid. */
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

/** Messages that providers have sent. Each is applied only once. */
export const webhooks = pgTable(
  'onramp_webhooks',
  {
    provider: text().notNull(),
    id: text().notNull(),
    orderId: text('order_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.provider, table.id] })],
)
