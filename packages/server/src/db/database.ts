import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'

/** The target of queries: the database, or a transaction in it. */
export type Queries = PgDatabase<PgQueryResultHKT>

/** An open database with its tables. */
export type Database = {
  queries: Queries
  /**
   * Whether other processes may use it at the same time. They may then add work of which this
   * process gets no notification.
   */
  isShared: boolean
  /**
   * Makes this process the leader for the name, among all processes that share the database.
   * Undefined when another process leads.
   */
  lead(name: string): Promise<Leadership | undefined>
  /** Vacuums and analyzes the tables. PostgreSQL does this automatically; PGlite does not. */
  maintain(): Promise<void>
  /**
   * The time of the last answer to a statement, by `performance.now()`, if statements wait for each
   * other. Undefined if they do not, or before the first answer.
   */
  answeredAt(): number | undefined
  /**
   * The database's fault now, as a text without names or addresses; undefined when it answers and
   * can be written. Resolves within a second.
   */
  fault(): Promise<string | undefined>
  /**
   * Copies its files into a new folder at a moment in which no statement runs. Undefined if it has
   * no files of its own. @throws the system's error
   */
  snapshot: ((folder: string) => Promise<void>) | undefined
  close(): Promise<void>
}

/** `lost` aborts when another process may have taken the lead. */
export type Leadership = { lost: AbortSignal; release: () => Promise<void> }

/**
 * Thrown when the database can't be opened, or does not answer. The message contains neither user
 * nor password.
 */
export class DatabaseError extends Error {
  override readonly name: string = 'DatabaseError'
}

/**
 * Thrown when another process took the folder while this one was suspended: data read from it is no
 * longer valid.
 */
export class FolderLostError extends DatabaseError {
  override readonly name = 'FolderLostError'
}

/** Thrown when the disk is full. Earlier writes are preserved. */
export class DiskFullError extends DatabaseError {
  override readonly name = 'DiskFullError'
}

/**
 * Thrown when the folder cannot be used until the operator repairs it. The message has the remedy,
 * without a name or an address.
 */
export class UnusableFolderError extends DatabaseError {
  override readonly name = 'UnusableFolderError'
}
