/** The table of pictures that were fetched. It refers to no other. */
import { pgTable, text } from 'drizzle-orm/pg-core'
import { count, hexBytes } from '@latchkey/server/db/columns'

export const pictures = pgTable('pictures', {
  /** The URL of the picture, before redirects. */
  url: text().primaryKey(),
  /** The bytes contain their type. */
  bytes: hexBytes().notNull(),
  /** Milliseconds since 1970. */
  fetchedAt: count('fetched_at').notNull(),
})
