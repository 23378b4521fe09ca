import type { Database } from '@latchkey/server/db/database'
import type { Migrations } from '@latchkey/server/db/migrate'
import { openDatabase as open } from '@latchkey/server/db/openDatabase'

/**
 * The versions of the tables. `schema.test.ts` checks that they result in the tables of
 * `schema.ts`.
 */
export const migrations: Migrations = {
  table: 'latchkey_sandbox',
  versions: [
    [
      `create table sandbox_orders (id text primary key, order_id text not null, terms jsonb not null, network_id text not null, token bytea not null,
        amount numeric not null, wallet bytea not null, state text not null, tries integer not null, messages integer not null,
        expires_at bigint not null, settle_at bigint, updated_at bigint not null)`,
      'create unique index sandbox_orders_order on sandbox_orders (order_id)',
      'create index sandbox_orders_state on sandbox_orders (state, network_id, updated_at)',
      'create index sandbox_orders_settle on sandbox_orders (settle_at)',
      `create table sandbox_outbox (id text primary key, order_id text not null, position integer not null, type text not null, reason text, hash bytea,
        mined_at bigint, created_at bigint not null, tries integer not null, next_at bigint not null)`,
      'create index sandbox_outbox_next on sandbox_outbox (next_at)',
      'create index sandbox_outbox_order on sandbox_outbox (order_id)',
      `create table sandbox_payouts (sender bytea not null, network_id text not null, nonce bigint not null, order_id text not null, hash bytea not null,
        raw bytea not null, state text not null)`,
      "create unique index sandbox_payouts_nonce on sandbox_payouts (sender, network_id, nonce) where state not in ('displaced', 'outbid')",
      "create unique index sandbox_payouts_order on sandbox_payouts (order_id) where state not in ('displaced', 'outbid')",
    ],
  ],
}

/**
 * Opens the database with the tables of the sandbox.
 * @param where `memory`, `postgres://…`, or a folder
 * @param onHeld is called as soon as this process has locked the folder, or needs no lock
 * @throws DatabaseError, FolderInUseError, FolderError
 */
export const openDatabase = (where: string, onHeld?: () => void): Promise<Database> =>
  open(where, { migrations, program: 'latchkey-sandbox', onHeld })
