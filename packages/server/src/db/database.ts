import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'

/** Where queries run: in the database, or in a transaction. */
export type Queries = PgDatabase<PgQueryResultHKT>

/** An open database with its tables. */
export type Database = {
  queries: Queries
  /**
   * Whether other processes may use the database at the same time. They may add work about which
   * this process is not notified.
   */
  isShared: boolean
  /**
   * Makes this process the leader for a name, among all processes that share the database. It
   * resolves to undefined if another process is the leader.
   */
  lead(name: string): Promise<Leadership | undefined>
  /** Vacuums and analyzes the tables. PostgreSQL does this itself, PGlite does not. */
  maintain(): Promise<void>
  /**
   * Returns when a statement was last answered, by `performance.now()`. It is undefined before the
   * first answer, and if statements do not wait for each other.
   */
  answeredAt(): number | undefined
  /**
   * Returns what is wrong with the database now, as a text without names or addresses. It is
   * undefined if the database answers and accepts writes. It resolves within a second.
   */
  fault(): Promise<string | undefined>
  /**
   * Copies the database's files into a new folder while no statement runs. It is undefined if the
   * database has no files of its own. @throws the system's error
   */
  snapshot: ((folder: string) => Promise<void>) | undefined
  close(): Promise<void>
}

/**
 * A process is the leader until it calls `release`. `lost` aborts if another process may have
 * become it.
 */
export type Leadership = { lost: AbortSignal; release: () => Promise<void> }

/**
 * Thrown if the database cannot be opened, or does not answer. Its message contains neither user
 * nor password.
 */
export class DatabaseError extends Error {
  override readonly name: string = 'DatabaseError'
}

/**
 * Thrown if another process took the folder while this process was suspended. What this process has
 * read from the folder is then outdated.
 */
export class FolderLostError extends DatabaseError {
  override readonly name = 'FolderLostError'
}

/** Thrown if the disk is full. What was written before stays. */
export class DiskFullError extends DatabaseError {
  override readonly name = 'DiskFullError'
}

/**
 * Thrown if the folder cannot be used until the operator repairs it. Its message says what to do,
 * without a name or an address.
 */
export class UnusableFolderError extends DatabaseError {
  override readonly name = 'UnusableFolderError'
}
