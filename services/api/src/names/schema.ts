/**
 * The tables of registered names. They do not refer to chains of the index, so reindexing does not
 * change them. Times are milliseconds since 1970.
 */
import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { count, hexBytes } from '@latchkey/server/db/columns'

/**
 * The accounts that have registered names. Every registration and every change locks the account's
 * row.
 */
export const nameOwners = pgTable('name_owners', {
  owner: hexBytes().primaryKey(),
  /** Number of names that the account has registered. */
  names: integer().notNull(),
  /**
   * The latest time in a message of the account, in seconds since 1970. The next change has to be
   * later.
   */
  signedAt: count('signed_at').notNull(),
})

export const names = pgTable(
  'names',
  {
    /** The name with its zone, such as `alice.reown.id`. */
    name: text().primaryKey(),
    /** The account that registered the name. Only this account may change it. */
    owner: hexBytes().notNull(),
    /** The coin type of the registration. Contracts check signatures on its chain. */
    coinType: count('coin_type').notNull(),
    registeredAt: count('registered_at').notNull(),
    /**
     * The time in the message of the registration, in seconds since 1970. By this the message is
     * recognised, and cannot be used as a change. Null for registrations that are older than this
     * column.
     */
    signedAt: count('signed_at'),
    /** When the name was last changed; null if it was not. */
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
    /** The namespace of CAIP-2. */
    namespace: text().notNull(),
    coinType: count('coin_type').notNull(),
    address: hexBytes().notNull(),
    createdAt: count('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.name, table.namespace, table.coinType] })],
)
