/** The table of pictures that were fetched. It refers to no other. */
import { pgTable, text } from 'drizzle-orm/pg-core'
import { count, hexBytes } from '@latchkey/server/db/columns'

export const pictures = pgTable('pictures', {
  /** Where it was found, before redirects. */
  url: text().primaryKey(),
  /** They say their type themselves. */
  bytes: hexBytes().notNull(),
  /** Milliseconds since 1970. */
  fetchedAt: count('fetched_at').notNull(),
})
