/** The table of fetched pictures. It has no reference to other tables. */
import { pgTable, text } from 'drizzle-orm/pg-core'
import { count, hexBytes } from '@latchkey/server/db/columns'

export const pictures = pgTable('pictures', {
  /** The URL of the picture, before redirects. */
  url: text().primaryKey(),
  /** Their first bytes show the type. */
  bytes: hexBytes().notNull(),
  /** Milliseconds since 1970. */
  fetchedAt: count('fetched_at').notNull(),
})
