import { wait, within } from '../waiting.ts'
import { DatabaseError, type Database, type Queries } from './database.ts'
import { FolderInUseError } from '../lockFolder.ts'
import { FolderError } from '../makeFolder.ts'
import { limitQueries } from './limitQueries.ts'

/**
 * In milliseconds: the pause between two attempts to open the database, and how long a request
 * waits for the first attempt at most.
 */
const times = { again: 2_000, first: 10_000 }

/** Access to a database that is opened in the background. */
export type Access = {
  /**
   * Runs work on the tables. It first waits for the end of the first attempt to open them, but no
   * longer than `times.first`.
   * @throws DatabaseError, also while the database does not answer
   */
  run<answer>(work: (queries: Queries) => Promise<answer>): Promise<answer>
  /** Resolves to the database once it is open; to undefined if it can never be opened. */
  whenOpen: Promise<Database | undefined>
  close(): Promise<void>
}

/**
 * Opens the database in the background. If that fails, it tries again.
 * @param onFailure called at the first of several failures in a row
 */
export function createAccess(
  open: () => Promise<Database>,
  onFailure: (error: Error) => void,
): Access {
  const over = new AbortController()
  let database: Database | undefined
  let tried = () => {}
  /** Resolves after the first attempt to open. Requests do not wait for later attempts. */
  const isTried = new Promise<void>((resolve) => (tried = resolve))
  const whenOpen = openUntilDone()
  const limited = limitQueries({ answeredAt: () => database?.answeredAt() })

  async function openUntilDone(): Promise<Database | undefined> {
    for (let failures = 0; !over.signal.aborted; failures++) {
      try {
        database = await open()
        tried()
        return database
      } catch (error) {
        tried()
        if (failures === 0 && error instanceof Error) onFailure(error)
        // after one of these two errors the service does not start
        if (error instanceof FolderInUseError || error instanceof FolderError) return undefined
        await wait(times.again, over.signal)
      }
    }
    return undefined
  }

  async function opened(): Promise<Database> {
    await within(times.first, isTried)
    if (!database) throw new DatabaseError('The database is not open')
    return database
  }

  return {
    whenOpen,
    async run(work) {
      const { queries } = database ?? (await opened())
      return limited(() => work(queries))
    },
    async close() {
      over.abort()
      await whenOpen
      await database?.close()
    },
  }
}
