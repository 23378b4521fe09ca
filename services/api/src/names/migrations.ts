import type { Migrations } from '@latchkey/server/db/migrate'

/**
 * The SQL of each version. `db/schema.test.ts` checks that they result in the tables of
 * `schema.ts`.
 */
const versions: Migrations['versions'] = [
  [
    'create table name_owners (owner bytea primary key, names integer not null, signed_at bigint not null)',
    `create table names (name text primary key, owner bytea not null, coin_type bigint not null, registered_at bigint not null,
      updated_at bigint, attributes jsonb not null)`,
    'create index names_owner on names (owner)',
    `create table addresses (name text not null references names (name), namespace text not null, coin_type bigint not null,
      address bytea not null, created_at bigint not null, primary key (name, namespace, coin_type))`,
  ],
  ['alter table names add column signed_at bigint'],
]

/** The versions of the tables of names. The tables of the index have versions of their own. */
export const nameMigrations: Migrations = { table: 'latchkey_names', versions }
