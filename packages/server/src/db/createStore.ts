import { FolderInUseError } from '../lockFolder.ts'
import { FolderError } from '../makeFolder.ts'
import { inTime } from '../waiting.ts'
import { UnusableFolderError, type Database } from './database.ts'

/** A database that is being opened, and its condition. */
export type Store = {
  open: () => Promise<Database>
  /**
   * Resolves as soon as no other process can lock the database, or when the first attempt to open
   * it failed in a way that may end by itself. @throws FolderInUseError, FolderError, which the
   * operator has to fix
   */
  held: () => Promise<void>
  /**
   * The database's fault, as a text without names or addresses; undefined when it has none, or
   * while it opens for the first time. Resolves within a second.
   */
  fault: () => Promise<string | undefined>
  /**
   * Copies the database's files into a new folder, see `Database.snapshot`. Resolves to whether the
   * database has files and is open.
   */
  snapshot: (folder: string) => Promise<boolean>
}

/** Time limit of a check; the next: milliseconds for which its result is reused. */
const limit = 950
const reuseTime = 200

/**
 * @param open gets a function to call as soon as no other process can lock the database
 * @param now milliseconds of a clock that does not jump
 */
export function createStore(
  open: (onHeld: () => void) => Promise<Database>,
  now = () => performance.now(),
): Store {
  let state:
    | { status: 'opening' }
    | { status: 'failed'; error: unknown }
    | { status: 'open'; database: Database } = { status: 'opening' }
  let hold = () => {}
  const isHeld = new Promise<void>((resolve) => (hold = resolve))
  let last: { of: Database; answer: Promise<string | undefined>; until: number } | undefined

  /** Runs one check at a time, shared by all callers, so that many callers cost no more. */
  function look(database: Database): Promise<string | undefined> {
    if (last?.of === database && now() < last.until) return last.answer
    const begun = {
      of: database,
      answer: inTime(limit, database.fault()).catch(() => 'The database does not answer'),
      until: Infinity,
    }
    last = begun
    return begun.answer.finally(() => (begun.until = now() + reuseTime))
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
      if (
        state.status === 'failed' &&
        (state.error instanceof FolderInUseError || state.error instanceof FolderError)
      )
        throw state.error
    },
    async snapshot(folder) {
      const copy = state.status === 'open' ? state.database.snapshot : undefined
      await copy?.(folder)
      return copy !== undefined
    },
    async fault() {
      if (state.status === 'failed')
        return state.error instanceof UnusableFolderError
          ? state.error.message
          : 'The database cannot be opened'
      if (state.status === 'opening') return undefined
      return look(state.database)
    },
  }
}
