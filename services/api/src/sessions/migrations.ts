import type { Migrations } from '@latchkey/server/db/migrate'

/**
 * The SQL of each version. `db/schema.test.ts` checks that they result in the tables of
 * `schema.ts`.
 */
const versions: Migrations['versions'] = [
  [
    `create table sessions (pci text primary key, account bytea not null, network_id text not null, project text not null, origin text not null,
      name text not null, url text not null, icon_url text, created_at bigint not null, context bytea, hash bytea, expiry bigint,
      from_block bigint, marked_at bigint, revoked_at bigint, revoked_block bigint)`,
    'create index sessions_account on sessions (account, created_at)',
    'create unique index sessions_hash on sessions (network_id, hash)',
    'create index sessions_expiry on sessions (expiry)',
    'create index sessions_created on sessions (created_at)',
  ],
]

/** The migrations of the table of sessions. */
export const sessionMigrations: Migrations = { table: 'latchkey_sessions', versions }
