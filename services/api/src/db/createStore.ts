import { inTime } from '@latchkey/server/waiting'
import type { Database } from './database.ts'

/** A database that is opened, and how it is. */
export type Store = {
  open: () => Promise<Database>
  /** What is wrong with it, in words that name nobody; undefined when nothing is, or as long as it opens for the first time. Says so within a second. */
  fault: () => Promise<string | undefined>
}

/** Milliseconds. */
const limit = 950

export function createStore(open: () => Promise<Database>): Store {
  let state: { status: 'opening' } | { status: 'failed' } | { status: 'open'; database: Database } = { status: 'opening' }
  return {
    async open() {
      try {
        const database = await open()
        state = { status: 'open', database }
        return database
      } catch (error) {
        state = { status: 'failed' }
        throw error
      }
    },
    async fault() {
      if (state.status === 'failed') return 'The database cannot be opened'
      if (state.status === 'opening') return undefined
      return inTime(limit, state.database.fault()).catch(() => 'The database does not answer')
    },
  }
}
