import type { Database } from '@latchkey/server/db/database'

/**
 * Makes a function that opens one database for several parts of the service. Each caller gets its
 * own `close`; the last one closes the database. If opening fails, the next call tries again.
 */
export function shareDatabase(open: () => Promise<Database>): () => Promise<Database> {
  let opening: Promise<Database> | undefined
  let users = 0

  async function begin(): Promise<Database> {
    try {
      return await open()
    } catch (error) {
      opening = undefined
      throw error
    }
  }

  return async () => {
    users += 1
    let isOpen = true
    const leave = () => {
      const isLast = isOpen && (users -= 1) === 0
      isOpen = false
      return isLast
    }
    try {
      const database = await (opening ??= begin())
      return {
        ...database,
        async close() {
          if (!leave()) return
          opening = undefined
          await database.close()
        },
      }
    } catch (error) {
      leave()
      throw error
    }
  }
}
