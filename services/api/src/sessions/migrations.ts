import type { Migrations } from '@latchkey/server/db/migrate'

/**
 * The SQL of each version. `db/schema.test.ts` checks that they result in the tables of
 * `schema.ts`.
 */
const versions: Migrations['versions'] = [
  [
    `create table account_sessions (pci text primary key, account bytea not null, network_id text not null, project text not null, origin text not null,
      name text not null, url text not null, icon_url text, created_at bigint not null, context bytea, hash bytea, expiry bigint,
      from_block bigint, marked_at bigint, revoked_at bigint, revoked_block bigint)`,
    'create index account_sessions_account on account_sessions (account, created_at)',
    'create unique index account_sessions_hash on account_sessions (network_id, hash)',
    'create index account_sessions_expiry on account_sessions (expiry)',
    'create index account_sessions_created on account_sessions (created_at)',
  ],
]

/** The migrations of the table of sessions. */
export const sessionMigrations: Migrations = { table: 'latchkey_sessions', versions }
