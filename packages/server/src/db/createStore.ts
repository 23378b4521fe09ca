import { FolderInUseError } from '../lockFolder.ts'
import { FolderError } from '../makeFolder.ts'
import { inTime } from '../waiting.ts'
import { UnusableFolderError, type Database } from './database.ts'

/** A database that is being opened, and whether it works. */
export type Store = {
  open: () => Promise<Database>
  /**
   * Resolves as soon as this process has locked the database against others, or if the first
   * attempt to open it fails for a reason that may pass.
   * @throws FolderInUseError or FolderError, which the operator has to fix
   */
  held: () => Promise<void>
  /**
   * Returns what is wrong with the database, as a text without names or addresses. It is undefined
   * if nothing is wrong, or while the database is opened for the first time. It resolves within a
   * second.
   */
  fault: () => Promise<string | undefined>
  /**
   * Copies the database's files into a new folder (`Database.snapshot`). It resolves to false if
   * the database has no files or is not open.
   */
  snapshot: (folder: string) => Promise<boolean>
}

/** In milliseconds: the time limit of a check, and how long its result is used again. */
const limit = 950
const reuseTime = 200

/**
 * Creates the store of a service.
 * @param open opens the database; it calls its parameter as soon as this process has locked it
 * @param now a clock in milliseconds that does not jump
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

  /**
   * Checks the database. Only one check runs at a time, and all callers share it, so that many
   * callers cost no more than one.
   */
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
