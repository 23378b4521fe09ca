import type { Migrations } from '@latchkey/server/db/migrate'

/**
 * The SQL of each version. `schema.test.ts` checks that they result in the tables of `schema.ts`.
 */
const versions: Migrations['versions'] = [
  [
    `create table chains (id integer generated always as identity primary key, network_id text not null unique, start_block bigint not null,
      head bigint, head_hash bytea, is_complete boolean not null default false)`,
    `create table blocks (chain integer not null, number bigint not null, hash bytea not null, mined_at bigint not null, is_traced boolean not null,
      primary key (chain, number))`,
    `create table transactions (chain integer not null, block bigint not null, index integer not null, hash bytea not null, sender bytea not null,
      recipient bytea, created bytea, value numeric not null, fee numeric not null, nonce bigint not null, succeeded boolean not null,
      selector bytea, has_data boolean not null, primary key (chain, block, index))`,
    `create table transfers (chain integer not null, block bigint not null, index integer not null, position integer not null,
      kind smallint not null, token bytea not null, token_id numeric not null, sender bytea not null, recipient bytea not null,
      amount numeric not null, primary key (chain, block, index, position))`,
    `create table approvals (chain integer not null, block bigint not null, index integer not null, position integer not null,
      owner bytea not null, primary key (chain, block, index, position))`,
    `create table activity (account bytea not null, chain integer not null, mined_at bigint not null, block bigint not null,
      index integer not null, primary key (account, chain, mined_at, block, index))`,
    `create table holdings (owner bytea not null, chain integer not null, token bytea not null, kind smallint not null,
      token_id numeric not null, amount numeric not null, primary key (owner, chain, token, kind, token_id))`,
    `create table pools (chain integer not null, address bytea not null, token0 bytea not null, token1 bytea not null, primary key (chain, address))`,
    `create table reserves (chain integer not null, pool bytea not null, block bigint not null, reserve0 numeric not null,
      reserve1 numeric not null, primary key (chain, pool, block))`,
  ],
  ['alter table chains add column is_alarmed boolean not null default false'],
  ['alter table chains add column highest bigint', 'update chains set highest = head'],
  ['alter table chains add column is_confirmed boolean not null default false'],
  ['alter table transactions add column has_lure boolean not null default false'],
]

/** The versions of the index's tables. */
export const migrations: Migrations = { table: 'latchkey_schema', versions }
