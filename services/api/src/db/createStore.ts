import { FolderInUseError } from '@latchkey/server/lockFolder'
import { FolderError } from '@latchkey/server/makeFolder'
import { inTime } from '@latchkey/server/waiting'
import type { Database } from './database.ts'

/** A database that is opened, and how it is. */
export type Store = {
  open: () => Promise<Database>
  /**
   * Resolves as soon as no other process can have the database for itself, or when opening it failed for the first time in a way
   * that may mend itself. @throws FolderInUseError, FolderError, which the operator has to mend
   */
  held: () => Promise<void>
  /** What is wrong with it, in words that name nobody; undefined when nothing is, or as long as it opens for the first time. Says so within a second. */
  fault: () => Promise<string | undefined>
}

/** Milliseconds that a look at it may take, and for which what it saw is kept. */
const limit = 950
const kept = 200

/**
 * @param open is given a function to call as soon as no other process can have the database for itself
 * @param now milliseconds of a clock that does not jump
 */
export function createStore(open: (onHeld: () => void) => Promise<Database>, now = () => performance.now()): Store {
  let state: { status: 'opening' } | { status: 'failed'; error: unknown } | { status: 'open'; database: Database } = { status: 'opening' }
  let hold = () => {}
  const isHeld = new Promise<void>((resolve) => (hold = resolve))
  let last: { of: Database; said: Promise<string | undefined>; until: number } | undefined

  /** One look at a time, for all who ask: asking is no work. */
  function look(database: Database): Promise<string | undefined> {
    if (last?.of === database && now() < last.until) return last.said
    const begun = { of: database, said: inTime(limit, database.fault()).catch(() => 'The database does not answer'), until: Infinity }
    last = begun
    return begun.said.finally(() => (begun.until = now() + kept))
  }

  return {
    async open() {
      try {
        const database = await open(hold)
        state = { status: 'open', database }
        return database
      } catch (error) {
        state = { status: 'failed', error }
        throw error
      } finally {
        hold()
      }
    },
    async held() {
      await isHeld
      if (state.status === 'failed' && (state.error instanceof FolderInUseError || state.error instanceof FolderError)) throw state.error
    },
    async fault() {
      if (state.status === 'failed') return 'The database cannot be opened'
      if (state.status === 'opening') return undefined
      return look(state.database)
    },
  }
}
