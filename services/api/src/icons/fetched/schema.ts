/** The table of fetched pictures. It refers to no other table. */
import { pgTable, text } from 'drizzle-orm/pg-core'
import { count, hexBytes } from '@latchkey/server/db/columns'

export const pictures = pgTable('pictures', {
  /** The URL at which the picture was requested, before redirects. */
  url: text().primaryKey(),
  /** The picture. Its type is recognised from these bytes. */
  bytes: hexBytes().notNull(),
  /** When it was fetched, in milliseconds since 1970. */
  fetchedAt: count('fetched_at').notNull(),
})
