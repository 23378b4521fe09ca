import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { amount, count, hexBytes } from '../db/columns.ts'
import type { Migrations } from '../db/migrate.ts'

/** A table whose ids are generated. */
export const places = pgTable('places', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  name: text().notNull().unique(),
  height: count().notNull(),
  depth: count(),
})

/** A table with bytes and with numbers of any size. */
export const things = pgTable('things', {
  owner: hexBytes().notNull(),
  kind: integer().notNull(),
  amount: amount().notNull(),
})

/** The tables that tests use. */
export const migrations: Migrations = {
  table: 'latchkey_schema',
  versions: [
    [
      'create table places (id integer generated always as identity primary key, name text not null unique, height bigint not null, depth bigint)',
      'create table things (owner bytea not null, kind integer not null, amount numeric not null)',
    ],
  ],
}
