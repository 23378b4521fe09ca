import { inTime } from '../waiting.ts'
import { DatabaseError, UnusableFolderError } from './database.ts'
import type { PgliteThread, Result } from './pgliteThread.ts'

/**
 * Milliseconds for: one statement, the upkeep, the wait for earlier statements, and opening the
 * database.
 */
const defaults = { statement: 10_000, upkeep: 600_000, turn: 30_000, open: 60_000 }
/** Milliseconds after a failure to open without a new attempt, and for an ended thread to exit. */
const pause = 2_000
/**
 * Milliseconds of one statement after which the database counts as broken, even if its disk is
 * fine.
 */
const slow = 3_000
/** Every table, as SQL names it. */
const tables =
  "select oid::regclass::text as name from pg_class where relkind in ('r', 'm') order by oid desc"

type Work = {
  query(sql: string, params?: unknown[], options?: { rowMode?: unknown }): Promise<Result>
  exec(sql: string): Promise<void>
}

/** The part of PGlite that drizzle needs, over a thread that is restarted when it has ended. */
export type PgliteClient = Work & {
  transaction<value>(work: (client: Work) => Promise<value>): Promise<value>
  /**
   * Vacuums and analyzes one table after the other, without a time limit; waiting statements run in
   * between.
   */
  maintain(): Promise<void>
  /** Writes everything to its files, and runs work while no statement runs. */
  still(work: () => Promise<void>): Promise<void>
  /** The time of a thread's last answer, by `performance.now()`. */
  answeredAt(): number | undefined
  /**
   * The fault, as far as it is known without a query. Reopens a database whose thread has ended.
   */
  fault(): string | undefined
  /** Resolves to whether everything is in its files. */
  close(): Promise<boolean>
}

/**
 * @param options.start starts a thread
 * @param options.check checks whether the disk accepts writes now; @throws DatabaseError
 * @param options.lost aborts with a DatabaseError when another process has the database. It ends
 *   threads, and all later calls fail with that error
 */
export function createPgliteClient(options: {
  start: () => Promise<PgliteThread>
  check: () => Promise<void>
  lost?: AbortSignal | undefined
  limits?: typeof defaults
}): PgliteClient {
  const { start, check, lost, limits = defaults } = options
  let thread: PgliteThread | undefined
  let tail: Promise<unknown> = Promise.resolve()
  let failure: { error: unknown; at: number } | undefined
  let gone: Promise<unknown> = Promise.resolve()
  let isReopening = false
  let isUpkeep = false
  let isClosed = false

  /** Runs work one after the other, as PGlite requires. */
  async function inTurn<value>(work: () => Promise<value>): Promise<value> {
    const before = tail
    let pass = () => {}
    tail = new Promise<void>((resolve) => (pass = resolve))
    try {
      await inTime(limits.turn, before)
      return await work()
    } finally {
      before.then(
        () => pass(),
        () => pass(),
      )
    }
  }

  async function running(): Promise<PgliteThread> {
    lost?.throwIfAborted()
    if (isClosed) throw new DatabaseError('The database is closed')
    if (thread && !thread.hasEnded) return thread
    if (failure && performance.now() - failure.at < pause)
      throw new DatabaseError('The database could not be opened again', { cause: failure.error })
    try {
      await leave()
      await check()
      const started = await start()
      await started.request({ kind: 'open' }, limits.open).catch((error: unknown) => {
        gone = started.end()
        throw error
      })
      failure = undefined
      return (thread = started)
    } catch (error) {
      failure = { error, at: performance.now() }
      throw error
    }
  }

  /**
   * Ends the thread, because two threads would write into the same files. @throws DatabaseError
   * while an ended thread has not exited
   */
  async function leave(): Promise<void> {
    if (thread) gone = thread.end()
    thread = undefined
    await inTime(pause, gone).catch((cause: unknown) => {
      throw new DatabaseError('The database has not ended yet', { cause })
    })
  }

  /** Reopens the database without waiting for the next query. */
  function reopen(): void {
    if (isReopening) return
    isReopening = true
    inTurn(running)
      .catch(() => {})
      .finally(() => (isReopening = false))
      .catch(() => {}) // a failure is reported by `fault`
  }

  const over = (open: PgliteThread): Work => ({
    async query(sql, params = [], { rowMode } = {}) {
      const result = await open.request(
        { kind: 'query', sql, params: params.map(plain), rowMode },
        limits.statement,
      )
      if (!result) throw new DatabaseError('The database answered nothing')
      return result
    },
    async exec(sql) {
      await open.request({ kind: 'exec', sql }, limits.statement)
    },
  })

  async function tidy(table: string): Promise<void> {
    await check()
    isUpkeep = true
    try {
      await (await running()).request(
        { kind: 'exec', sql: `vacuum analyze ${table}` },
        limits.upkeep,
      )
    } finally {
      isUpkeep = false
    }
  }

  return {
    query: (sql, params, how) =>
      inTurn(async () => {
        if (!/^\s*select\b/i.test(sql)) await check()
        return over(await running()).query(sql, params, how)
      }),
    exec: (sql) =>
      inTurn(async () => {
        await check()
        return over(await running()).exec(sql)
      }),
    transaction: (work) =>
      inTurn(async () => {
        await check()
        const client = over(await running())
        await client.exec('begin')
        try {
          const value = await work(client)
          await client.exec('commit')
          return value
        } catch (error) {
          // its thread has ended, and the transaction with it
          await client.exec('rollback').catch(() => {})
          throw error
        }
      }),
    async maintain() {
      const { rows } = await inTurn(async () => over(await running()).query(tables))
      // as the statement says
      for (const { name } of rows as { name: string }[]) await inTurn(() => tidy(name))
    },
    still: (work) =>
      inTurn(async () => {
        await over(await running()).exec('checkpoint')
        await work()
      }),
    answeredAt: () => thread?.answeredAt,
    fault() {
      if (lost?.aborted) return messageOf(lost.reason)
      if (failure || !thread || thread.hasEnded) {
        reopen()
        return failure?.error instanceof UnusableFolderError
          ? failure.error.message
          : 'The database is not open'
      }
      const since = isUpkeep ? undefined : thread.busySince
      return since !== undefined && performance.now() - since > slow
        ? 'The database does not answer'
        : undefined
    },
    close: () =>
      inTurn(async () => {
        isClosed = true
        try {
          if (!thread || thread.hasEnded) return false
          await thread.request({ kind: 'close' }, limits.statement)
          return true
        } finally {
          await Promise.all([gone, thread?.end()])
        }
      }),
  }
}

function messageOf(reason: unknown): string {
  return reason instanceof DatabaseError ? reason.message : 'The database is not open'
}

/** A buffer is sent with all the memory it shares, unless it is copied. */
function plain(value: unknown): unknown {
  return value instanceof Uint8Array ? new Uint8Array(value) : value
}
