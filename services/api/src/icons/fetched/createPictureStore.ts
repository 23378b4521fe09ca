import { asc, count, inArray, ne } from 'drizzle-orm'
import type { Database } from '@latchkey/server/db/database'
import { createAccess } from '@latchkey/server/db/createAccess'
import { readPicture, type Picture } from './readPicture.ts'
import { pictures } from './schema.ts'

/** Maximum of pictures in the database. */
export const maxStored = 5_000

/** A stored picture, and when it was fetched, in milliseconds since 1970. */
export type Stored = { picture: Picture; fetchedAt: number }

/**
 * Stores fetched pictures in the database. Its functions throw DatabaseError while the database
 * does not answer.
 */
export type PictureStore = {
  /** The stored picture of the first of these URLs that has one. */
  find(urls: readonly string[]): Promise<Stored | undefined>
  /** Stores the picture of a URL. At the maximum, the oldest picture is removed. */
  put(url: string, stored: Stored): Promise<void>
  close(): Promise<void>
}

/**
 * Makes the store. The database is opened in the background, and again after a failure.
 * @param onFailure is called at the first of several consecutive failures
 * @param max maximum of pictures in the database
 */
export function createPictureStore(
  open: () => Promise<Database>,
  onFailure: (error: Error) => void,
  max = maxStored,
): PictureStore {
  const access = createAccess(open, onFailure)
  return {
    async find(urls) {
      const rows = await access.run((queries) =>
        queries
          .select()
          .from(pictures)
          .where(inArray(pictures.url, [...urls])),
      )
      const row = urls.flatMap((url) => rows.filter((row) => row.url === url))[0]
      return (
        row && {
          picture: readPicture(Buffer.from(row.bytes.slice(2), 'hex')),
          fetchedAt: row.fetchedAt,
        }
      )
    },
    async put(url, { picture: { bytes }, fetchedAt }) {
      const row = { bytes: `0x${bytes.toString('hex')}`, fetchedAt } as const
      await access.run(async (queries) => {
        const [others] = await queries
          .select({ all: count() })
          .from(pictures)
          .where(ne(pictures.url, url))
        const excess = (others?.all ?? 0) + 1 - max
        if (excess > 0) {
          const oldest = await queries
            .select({ url: pictures.url })
            .from(pictures)
            .where(ne(pictures.url, url))
            .orderBy(asc(pictures.fetchedAt))
            .limit(excess)
          await queries.delete(pictures).where(
            inArray(
              pictures.url,
              oldest.map((row) => row.url),
            ),
          )
        }
        await queries
          .insert(pictures)
          .values({ url, ...row })
          .onConflictDoUpdate({ target: pictures.url, set: row })
      })
    },
    close: access.close,
  }
}
