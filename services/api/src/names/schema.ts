/**
 * The tables of registered names. They refer to no chain of the index, so a reindex does not change
 * them. Times are milliseconds since 1970.
 */
import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { count, hexBytes } from '@latchkey/server/db/columns'

/**
 * The accounts that have registered names. Every registration and change locks the row of its
 * account.
 */
export const nameOwners = pgTable('name_owners', {
  owner: hexBytes().primaryKey(),
  /** The number of names that the account has registered. */
  names: integer().notNull(),
  /**
   * The latest timestamp that the account has signed, in seconds since 1970. A change has to be
   * later.
   */
  signedAt: count('signed_at').notNull(),
})

export const names = pgTable(
  'names',
  {
    /** With its zone, such as `alice.reown.id`. */
    name: text().primaryKey(),
    /** The account that registered the name. Only it may change the name. */
    owner: hexBytes().notNull(),
    /** The coin type of the registration: the chain on which a contract's signature is checked. */
    coinType: count('coin_type').notNull(),
    registeredAt: count('registered_at').notNull(),
    /**
     * The time in the message of the registration, in seconds since 1970. The same text could be
     * sent as a change. Null for registrations before this column existed.
     */
    signedAt: count('signed_at'),
    /** Null until the first change. */
    updatedAt: count('updated_at'),
    attributes: jsonb().$type<Record<string, string>>().notNull(),
  },
  (table) => [index('names_owner').on(table.owner)],
)

/** The addresses of names, by coin type (SLIP-44, ENSIP-11). */
export const addresses = pgTable(
  'addresses',
  {
    name: text().notNull(),
    /** Of CAIP-2. */
    namespace: text().notNull(),
    coinType: count('coin_type').notNull(),
    address: hexBytes().notNull(),
    createdAt: count('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.name, table.namespace, table.coinType] })],
)
