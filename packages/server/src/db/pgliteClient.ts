import { inTime } from '../waiting.ts'
import { DatabaseError, UnusableFolderError } from './database.ts'
import type { PgliteThread, Result } from './pgliteThread.ts'

/**
 * Time limits in milliseconds: of a statement, of the maintenance, of waiting for earlier
 * statements, and of opening the database.
 */
const defaults = { statement: 10_000, upkeep: 600_000, turn: 30_000, open: 60_000 }
/** In milliseconds: the pause after a failure to open, and the time for an ended thread to exit. */
const pause = 2_000
/**
 * After this many milliseconds of one statement, the database counts as broken, even if its disk
 * works.
 */
const slow = 3_000
/** Selects the names of all tables, quoted for SQL. */
const tables =
  "select oid::regclass::text as name from pg_class where relkind in ('r', 'm') order by oid desc"

type Work = {
  query(sql: string, params?: unknown[], options?: { rowMode?: unknown }): Promise<Result>
  exec(sql: string): Promise<void>
}

/** What drizzle needs of PGlite. It uses a thread, and starts a new one when that has ended. */
export type PgliteClient = Work & {
  transaction<value>(work: (client: Work) => Promise<value>): Promise<value>
  /**
   * Vacuums and analyzes one table after the other, each within the time limit `upkeep`. Between
   * two tables, waiting statements run.
   */
  maintain(): Promise<void>
  /** Writes everything to the database's files, and then runs work while no statement runs. */
  still(work: () => Promise<void>): Promise<void>
  /** Returns when a thread last answered, by `performance.now()`. */
  answeredAt(): number | undefined
  /**
   * Returns what is known to be wrong, without a query. If the thread has ended, it also opens the
   * database again.
   */
  fault(): string | undefined
  /** Closes the database. It resolves to true if everything was written to its files. */
  close(): Promise<boolean>
}

type Options = {
  /** Starts a thread that has the database open. */
  start: () => Promise<PgliteThread>
  /** Checks whether the disk accepts writes now. @throws DatabaseError */
  check: () => Promise<void>
  /**
   * Aborts with a DatabaseError if another process has taken the database. Threads are then ended,
   * and all later calls fail with that error.
   */
  lost?: AbortSignal | undefined
  limits?: typeof defaults
}

class Client implements PgliteClient {
  readonly #start: () => Promise<PgliteThread>
  readonly #check: () => Promise<void>
  readonly #lost: AbortSignal | undefined
  readonly #limits: typeof defaults
  #thread: PgliteThread | undefined
  #tail: Promise<unknown> = Promise.resolve()
  #failure: { error: unknown; at: number } | undefined
  #gone: Promise<unknown> = Promise.resolve()
  #isReopening = false
  #isUpkeep = false
  #isClosed = false

  constructor({ start, check, lost, limits = defaults }: Options) {
    this.#start = start
    this.#check = check
    this.#lost = lost
    this.#limits = limits
  }

  query(sql: string, params?: unknown[], how?: { rowMode?: unknown }): Promise<Result> {
    return this.#inTurn(async () => {
      if (!/^\s*select\b/i.test(sql)) await this.#check()
      return this.#work(await this.#running()).query(sql, params, how)
    })
  }

  exec(sql: string): Promise<void> {
    return this.#inTurn(async () => {
      await this.#check()
      return this.#work(await this.#running()).exec(sql)
    })
  }

  transaction<value>(work: (client: Work) => Promise<value>): Promise<value> {
    return this.#inTurn(async () => {
      await this.#check()
      const client = this.#work(await this.#running())
      await client.exec('begin')
      try {
        const value = await work(client)
        await client.exec('commit')
        return value
      } catch (error) {
        // the rollback fails if the thread has ended; the transaction has then ended, too
        await client.exec('rollback').catch(() => {})
        throw error
      }
    })
  }

  async maintain(): Promise<void> {
    const { rows } = await this.#inTurn(async () => this.#work(await this.#running()).query(tables))
    // the statement returns this shape
    for (const { name } of rows as { name: string }[]) await this.#inTurn(() => this.#tidy(name))
  }

  still(work: () => Promise<void>): Promise<void> {
    return this.#inTurn(async () => {
      await this.#work(await this.#running()).exec('checkpoint')
      await work()
    })
  }

  answeredAt(): number | undefined {
    return this.#thread?.answeredAt
  }

  fault(): string | undefined {
    if (this.#lost?.aborted) return messageOf(this.#lost.reason)
    if (this.#failure || !this.#thread || this.#thread.hasEnded) {
      this.#reopen()
      return this.#failure?.error instanceof UnusableFolderError
        ? this.#failure.error.message
        : 'The database is not open'
    }
    const since = this.#isUpkeep ? undefined : this.#thread.busySince
    return since !== undefined && performance.now() - since > slow
      ? 'The database does not answer'
      : undefined
  }

  close(): Promise<boolean> {
    return this.#inTurn(async () => {
      this.#isClosed = true
      try {
        if (!this.#thread || this.#thread.hasEnded) return false
        await this.#thread.request({ kind: 'close' }, this.#limits.statement)
        return true
      } finally {
        await Promise.all([this.#gone, this.#thread?.end()])
      }
    })
  }

  /** Runs work one after the other, because PGlite cannot run two statements at once. */
  async #inTurn<value>(work: () => Promise<value>): Promise<value> {
    const before = this.#tail
    let pass = () => {}
    this.#tail = new Promise<void>((resolve) => (pass = resolve))
    try {
      await inTime(this.#limits.turn, before)
      return await work()
    } finally {
      before.then(
        () => pass(),
        () => pass(),
      )
    }
  }

  async #running(): Promise<PgliteThread> {
    this.#lost?.throwIfAborted()
    if (this.#isClosed) throw new DatabaseError('The database is closed')
    if (this.#thread && !this.#thread.hasEnded) return this.#thread
    if (this.#failure && performance.now() - this.#failure.at < pause)
      throw new DatabaseError('The database could not be opened again', {
        cause: this.#failure.error,
      })
    try {
      await this.#leave()
      await this.#check()
      const started = await this.#start()
      await started.request({ kind: 'open' }, this.#limits.open).catch((error: unknown) => {
        this.#gone = started.end()
        throw error
      })
      this.#failure = undefined
      return (this.#thread = started)
    } catch (error) {
      this.#failure = { error, at: performance.now() }
      throw error
    }
  }

  /**
   * Ends the thread before another one starts, because two threads would write to the same files.
   * @throws DatabaseError if the thread does not exit in time
   */
  async #leave(): Promise<void> {
    if (this.#thread) this.#gone = this.#thread.end()
    this.#thread = undefined
    await inTime(pause, this.#gone).catch((cause: unknown) => {
      throw new DatabaseError('The database has not ended yet', { cause })
    })
  }

  /** Opens the database again without waiting for the next query. */
  #reopen(): void {
    if (this.#isReopening) return
    this.#isReopening = true
    this.#inTurn(() => this.#running())
      .catch(() => {})
      .finally(() => (this.#isReopening = false))
      .catch(() => {}) // `fault` reports an error
  }

  #work(thread: PgliteThread): Work {
    return workOver(thread, this.#limits.statement)
  }

  async #tidy(table: string): Promise<void> {
    await this.#check()
    this.#isUpkeep = true
    try {
      await (await this.#running()).request(
        { kind: 'exec', sql: `vacuum analyze ${table}` },
        this.#limits.upkeep,
      )
    } finally {
      this.#isUpkeep = false
    }
  }
}

/** Creates a client over the threads that `start` starts, one at a time. */
export const createPgliteClient = (options: Options): PgliteClient => new Client(options)

/** @param limit the time limit of one statement, in milliseconds */
const workOver = (thread: PgliteThread, limit: number): Work => ({
  async query(sql, params = [], { rowMode } = {}) {
    const request = { kind: 'query', sql, params: params.map(plain), rowMode } as const
    const result = await thread.request(request, limit)
    if (!result) throw new DatabaseError('The database answered nothing')
    return result
  },
  async exec(sql) {
    await thread.request({ kind: 'exec', sql }, limit)
  },
})

function messageOf(reason: unknown): string {
  return reason instanceof DatabaseError ? reason.message : 'The database is not open'
}

/**
 * Copies a buffer. Otherwise the whole memory of which it is a part would be sent to the thread.
 */
function plain(value: unknown): unknown {
  return value instanceof Uint8Array ? new Uint8Array(value) : value
}
