/** The table of sessions. Times are seconds since 1970. */
import { index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { count, hexBytes } from '@latchkey/server/db/columns'

/** Sessions that sites have announced, and those that accounts have granted. */
export const sessions = pgTable(
  'account_sessions',
  {
    /** A UUID, by which the site names the session. */
    pci: text().primaryKey(),
    account: hexBytes().notNull(),
    /** A CAIP-2 id. */
    networkId: text('network_id').notNull(),
    /** The project and the origin of the page that announced it; empty without one. */
    project: text().notNull(),
    origin: text().notNull(),
    /** How the site described itself. */
    name: text().notNull(),
    url: text().notNull(),
    iconUrl: text('icon_url'),
    /** When it was announced; once it is granted, when that was recorded. */
    createdAt: count('created_at').notNull(),
    /** What the account has granted. Null, like the next three, until then. */
    context: hexBytes(),
    /** The hash of its delegation. */
    hash: hexBytes(),
    expiry: count(),
    /** The newest block when it was recorded. The account had not ended it before. */
    fromBlock: count('from_block'),
    /** When the account asked this service to show it as revoked. */
    markedAt: count('marked_at'),
    /** When it was revoked on the chain, and the block in which that was seen. */
    revokedAt: count('revoked_at'),
    revokedBlock: count('revoked_block'),
  },
  (table) => [
    index('account_sessions_account').on(table.account, table.createdAt),
    uniqueIndex('account_sessions_hash').on(table.networkId, table.hash),
    index('account_sessions_expiry').on(table.expiry),
    index('account_sessions_created').on(table.createdAt),
  ],
)
