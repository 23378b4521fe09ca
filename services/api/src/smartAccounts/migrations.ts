import type { Migrations } from '@latchkey/server/db/migrate'

/**
 * The SQL of each version. `db/schema.test.ts` checks that they result in the tables of
 * `schema.ts`.
 */
const versions: Migrations['versions'] = [
  [
    `create table user_operations (hash bytea primary key, network_id text not null, project text not null, sender bytea not null, nonce numeric not null,
      fields jsonb not null, authorization_7702 jsonb, state text not null, reason text, failures integer not null, created_at bigint not null,
      updated_at bigint not null, executor bytea, executor_nonce bigint, transaction_hash bytea, block_hash bytea, block_number bigint)`,
    'create index user_operations_open on user_operations (network_id, state, created_at)',
    'create index user_operations_sender on user_operations (network_id, sender, state)',
    'create index user_operations_bundle on user_operations (network_id, executor, executor_nonce)',
    `create unique index user_operations_nonce on user_operations (network_id, sender, nonce) where state <> 'dropped'`,
    `create table operation_bundles (executor bytea not null, network_id text not null, nonce bigint not null, hash bytea not null, raw bytea not null,
      state text not null, is_empty boolean not null, created_at bigint not null, primary key (network_id, executor, nonce, hash))`,
    `create unique index operation_bundles_nonce on operation_bundles (network_id, executor, nonce) where state not in ('displaced', 'outbid')`,
    `create index operation_bundles_open on operation_bundles (network_id, executor, state)`,
    `create table operation_sponsorships (network_id text not null, project text not null, account bytea not null, nonce numeric not null,
      hashes jsonb not null, day integer not null, cost numeric not null, is_settled boolean not null, from_block bigint not null,
      valid_until bigint not null, primary key (network_id, project, account, nonce))`,
    'create index operation_sponsorships_open on operation_sponsorships (network_id, is_settled, valid_until)',
    `create table operation_budgets (network_id text not null, project text not null, account bytea not null, day integer not null, used numeric not null,
      primary key (network_id, project, account, day))`,
  ],
]

/** The migrations of the tables of user operations. */
export const operationMigrations: Migrations = { table: 'latchkey_operations', versions }
