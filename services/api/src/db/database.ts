import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'

/** What queries go to: the database, or a transaction in it. */
export type Queries = PgDatabase<PgQueryResultHKT>

/** An open database with its tables. */
export type Database = {
  queries: Queries
  /**
   * Makes this process the only one with the name's work in hand, as far as processes share the database.
   * Undefined when another has it.
   */
  lead(name: string): Promise<Leadership | undefined>
  /** What a PostgreSQL does by itself from time to time, and PGlite does not: tidies up, and counts for the planner. */
  maintain(): Promise<void>
  /**
   * When it has answered a statement for the last time, of `performance.now()`, where statements wait for each other; undefined where
   * they do not, or before the first.
   */
  answeredAt(): number | undefined
  /** What is wrong with it now, in words that name nobody; undefined when it answers and can be written. Says so within a second. */
  fault(): Promise<string | undefined>
  close(): Promise<void>
}

/** `lost` aborts when the work may have gone to another process. */
export type Leadership = { lost: AbortSignal; release: () => Promise<void> }

/** The database can't be opened, or does not answer; the message names neither user nor password. */
export class DatabaseError extends Error {
  override readonly name: string = 'DatabaseError'
}

/** Another process took the folder while this one stood still: nothing that was read from it holds any more. */
export class FolderLostError extends DatabaseError {
  override readonly name = 'FolderLostError'
}

/** There is no room for more. What was written before is there. */
export class DiskFullError extends DatabaseError {
  override readonly name = 'DiskFullError'
}
