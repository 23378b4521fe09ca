import type { Migrations } from '@latchkey/server/db/migrate'

/**
 * The SQL of each version. `db/schema.test.ts` checks that they result in the tables of
 * `schema.ts`.
 */
const versions: Migrations['versions'] = [
  [
    `create table onramp_orders (id text primary key, provider text not null, key_hash bytea, content_hash bytea not null, state text not null, reason text,
      wallet bytea not null, network_id text not null, token bytea not null, symbol text not null, decimals integer not null, amount numeric not null,
      method text not null, currency text not null, cents numeric not null, transaction_fee numeric not null, network_fee numeric not null, redirect_url text,
      created_at bigint not null, updated_at bigint not null, expires_at bigint not null, hash bytea, mined_at bigint)`,
    'create unique index onramp_orders_key on onramp_orders (key_hash)',
    'create index onramp_orders_state on onramp_orders (state, network_id, updated_at)',
    'create index onramp_orders_wallet on onramp_orders (wallet, mined_at)',
    'create table onramp_webhooks (provider text not null, id text not null, order_id text not null, primary key (provider, id))',
    'create index onramp_webhooks_order on onramp_webhooks (order_id)',
    `create table onramp_payouts (sender bytea not null, network_id text not null, nonce bigint not null, order_id text not null, hash bytea not null,
      raw bytea not null, state text not null)`,
    "create unique index onramp_payouts_nonce on onramp_payouts (sender, network_id, nonce) where state <> 'displaced'",
    "create unique index onramp_payouts_order on onramp_payouts (order_id) where state <> 'displaced'",
    `create table checkout_sessions (id text primary key, order_id text not null, terms jsonb not null, state text not null, tries integer not null,
      expires_at bigint not null, settle_at bigint)`,
    'create index checkout_sessions_settle on checkout_sessions (settle_at)',
    `create table checkout_outbox (id text primary key, order_id text not null, position integer not null, type text not null, reason text,
      created_at bigint not null, tries integer not null, next_at bigint not null)`,
    'create index checkout_outbox_next on checkout_outbox (next_at)',
  ],
  // a payout may be signed several times for its nonce, with higher fees each time
  [
    'drop index onramp_payouts_nonce',
    'drop index onramp_payouts_order',
    "create unique index onramp_payouts_nonce on onramp_payouts (sender, network_id, nonce) where state not in ('displaced', 'outbid')",
    "create unique index onramp_payouts_order on onramp_payouts (order_id) where state not in ('displaced', 'outbid')",
  ],
  // The sandbox became a service with a database of its own, so its tables are dropped here.
  // Purchases that were still open then end as failed.
  [
    'drop table onramp_payouts',
    'drop table checkout_sessions',
    'drop table checkout_outbox',
    "update onramp_orders set state = 'failed', reason = 'provider' where state in ('waiting', 'paying', 'paid', 'sending')",
  ],
]

/**
 * The migrations of the tables of purchases. `table` stores their version; the tables of the index
 * have a version of their own.
 */
export const onrampMigrations: Migrations = { table: 'latchkey_onramp', versions }
