import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'

/** The target of queries: the database, or a transaction in it. */
export type Queries = PgDatabase<PgQueryResultHKT>

/** An open database with its tables. */
export type Database = {
  queries: Queries
  /**
   * Whether other processes may use it at the same time, so that they may add work of which this
   * process gets no notification.
   */
  isShared: boolean
  /**
   * Makes this process the leader for the name, among all processes that share the database.
   * Undefined when another process leads.
   */
  lead(name: string): Promise<Leadership | undefined>
  /**
   * Vacuums and analyzes the tables. PostgreSQL does this by itself from time to time; PGlite does
   * not.
   */
  maintain(): Promise<void>
  /**
   * The time of the last answer to a statement, by `performance.now()`, where statements wait for
   * each other; undefined where they do not, or before the first.
   */
  answeredAt(): number | undefined
  /**
   * The database's fault now, as a text without names or addresses; undefined when it answers and
   * can be written. Resolves within a second.
   */
  fault(): Promise<string | undefined>
  /**
   * Copies its files into a new folder as they are at one moment, in which no statement runs;
   * undefined where it has no files of its own. @throws the system's error
   */
  snapshot: ((folder: string) => Promise<void>) | undefined
  close(): Promise<void>
}

/** `lost` aborts when another process may have taken the lead. */
export type Leadership = { lost: AbortSignal; release: () => Promise<void> }

/**
 * The database can't be opened, or does not answer; the message names neither user nor password.
 */
export class DatabaseError extends Error {
  override readonly name: string = 'DatabaseError'
}

/**
 * Another process took the folder while this one was paused: data read from it is no longer valid.
 */
export class FolderLostError extends DatabaseError {
  override readonly name = 'FolderLostError'
}

/** The disk is full. Earlier writes are preserved. */
export class DiskFullError extends DatabaseError {
  override readonly name = 'DiskFullError'
}

/**
 * The folder cannot be used until the operator repairs it. The message says how, without a name or
 * an address.
 */
export class UnusableFolderError extends DatabaseError {
  override readonly name = 'UnusableFolderError'
}
