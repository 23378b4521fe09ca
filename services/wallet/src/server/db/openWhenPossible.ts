import type { Database, Queries } from '@latchkey/server/db/database'
import type { Store } from '@latchkey/server/db/createStore'
import { FolderInUseError } from '@latchkey/server/lockFolder'
import { FolderError } from '@latchkey/server/makeFolder'
import { wait } from '@latchkey/server/waiting'
import { purge } from './purge.ts'

/** Milliseconds between two attempts to open, and between two clean-ups. */
const times = { again: 5_000, purge: 3_600_000 }

/** A database that opens as soon as it can, with a regular clean-up. */
export type OpeningDatabase = {
  current: () => Database | undefined
  /**
   * Resolves when the database is open, or when the first attempt to open it has failed.
   * @throws FolderInUseError, FolderError
   */
  start: () => Promise<void>
  close: () => Promise<void>
}

/**
 * Creates a database that opens as soon as it can.
 * @param options.onCleanup called when the database is open and at every clean-up. `opened`: when
 *   this process opened it, in milliseconds since 1970; undefined at later clean-ups
 * @param options.onFailure called at every transient failure
 */
export function openWhenPossible({
  store,
  now,
  onCleanup,
  onFailure,
}: {
  store: Store
  now: () => number
  onCleanup: (queries: Queries, opened: number | undefined) => Promise<void>
  onFailure: (error: unknown) => void
}): OpeningDatabase {
  const over = new AbortController()
  let database: Database | undefined
  let work: Promise<void> | undefined
  let tried = () => {}
  const isTried = new Promise<void>((resolve) => (tried = resolve))

  async function open(): Promise<Database | undefined> {
    while (!over.signal.aborted) {
      try {
        return await store.open()
      } catch (error) {
        // `store.held()` in `start` throws this error
        if (error instanceof FolderInUseError || error instanceof FolderError) return undefined
        onFailure(error)
        tried()
        await wait(times.again, over.signal)
      }
    }
    return undefined
  }

  async function cleanUp({ queries }: Database, since: number): Promise<void> {
    for (let opened: number | undefined = since; !over.signal.aborted; opened = undefined) {
      await purge(queries, now()).catch(onFailure)
      await onCleanup(queries, opened).catch(onFailure)
      await wait(times.purge, over.signal)
    }
  }

  async function run(): Promise<void> {
    database = await open()
    tried()
    if (database) await cleanUp(database, now())
  }

  return {
    current: () => database,
    async start() {
      work ??= run()
      await store.held()
      await isTried
    },
    async close() {
      over.abort()
      await work
      await database?.close()
    },
  }
}
