import { inTime } from '@latchkey/server/waiting'
import { DatabaseError } from './database.ts'
import type { PgliteThread, Result } from './pgliteThread.ts'

/** Milliseconds: for one statement, for tidying up, for the others before it, and for the database to open. */
const defaults = { statement: 10_000, upkeep: 600_000, turn: 30_000, open: 60_000 }
/** Milliseconds after a failure to open in which nobody tries again, and in which a thread that was ended has to be gone. */
const pause = 2_000
/** Milliseconds of one statement after which the database counts as broken, whatever its disk says. */
const slow = 3_000
/** Every table, as SQL names it. */
const tables = "select oid::regclass::text as name from pg_class where relkind in ('r', 'm') order by oid desc"

type Work = {
  query(sql: string, params?: unknown[], options?: { rowMode?: unknown }): Promise<Result>
  exec(sql: string): Promise<void>
}

/** What drizzle needs of PGlite, over a thread that is started again when it has ended. */
export type PgliteClient = Work & {
  transaction<value>(work: (client: Work) => Promise<value>): Promise<value>
  /** Tidies up, however long that takes, one table after the other: statements that wait come in between. */
  maintain(): Promise<void>
  /** When a thread has answered for the last time, of `performance.now()`. */
  answeredAt(): number | undefined
  /** What is wrong, as far as that is known without asking. One that has ended is opened again. */
  fault(): string | undefined
  close(): Promise<void>
}

/**
 * @param options.start starts a thread
 * @param options.check whether something can be written now; @throws DatabaseError
 * @param options.lost aborts with a DatabaseError when the database belongs to another process, and ends threads: all is refused with it from there on
 */
export function createPgliteClient(options: { start: () => Promise<PgliteThread>; check: () => Promise<void>; lost?: AbortSignal | undefined; limits?: typeof defaults }): PgliteClient {
  const { start, check, lost, limits = defaults } = options
  let thread: PgliteThread | undefined
  let tail: Promise<unknown> = Promise.resolve()
  let failure: { error: unknown; at: number } | undefined
  let gone: Promise<unknown> = Promise.resolve()
  let isReopening = false
  let isUpkeep = false
  let isClosed = false

  /** One after the other, as PGlite wants it. */
  async function inTurn<value>(work: () => Promise<value>): Promise<value> {
    const before = tail
    let pass = () => {}
    tail = new Promise<void>((resolve) => (pass = resolve))
    try {
      await inTime(limits.turn, before)
      return await work()
    } finally {
      before.then(() => pass(), () => pass())
    }
  }

  async function running(): Promise<PgliteThread> {
    lost?.throwIfAborted()
    if (isClosed) throw new DatabaseError('The database is closed')
    if (thread && !thread.hasEnded) return thread
    if (failure && performance.now() - failure.at < pause) throw new DatabaseError('The database could not be opened again', { cause: failure.error })
    try {
      await leave()
      await check()
      const started = await start()
      await started.ask({ kind: 'open' }, limits.open).catch((error: unknown) => {
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

  /** Two threads would write into the same files. @throws DatabaseError while one that was ended is not gone */
  async function leave(): Promise<void> {
    if (thread) gone = thread.end()
    thread = undefined
    await inTime(pause, gone).catch((cause: unknown) => {
      throw new DatabaseError('The database has not ended yet', { cause })
    })
  }

  /** Opens it again where no question comes that would. */
  function reopen(): void {
    if (isReopening) return
    isReopening = true
    inTurn(running).catch(() => {}).finally(() => (isReopening = false)).catch(() => {}) // what fails is the fault
  }

  const over = (open: PgliteThread): Work => ({
    async query(sql, params = [], { rowMode } = {}) {
      const result = await open.ask({ kind: 'query', sql, params: params.map(plain), rowMode }, limits.statement)
      if (!result) throw new DatabaseError('The database answered nothing')
      return result
    },
    async exec(sql) {
      await open.ask({ kind: 'exec', sql }, limits.statement)
    },
  })

  async function tidy(table: string): Promise<void> {
    await check()
    isUpkeep = true
    try {
      await (await running()).ask({ kind: 'exec', sql: `vacuum analyze ${table}` }, limits.upkeep)
    } finally {
      isUpkeep = false
    }
  }

  return {
    query: (sql, params, how) => inTurn(async () => {
      if (!/^\s*select\b/i.test(sql)) await check()
      return over(await running()).query(sql, params, how)
    }),
    exec: (sql) => inTurn(async () => {
      await check()
      return over(await running()).exec(sql)
    }),
    transaction: (work) => inTurn(async () => {
      await check()
      const client = over(await running())
      await client.exec('begin')
      try {
        const value = await work(client)
        await client.exec('commit')
        return value
      } catch (error) {
        await client.exec('rollback').catch(() => {}) // the thread that it was in has ended, and the transaction with it
        throw error
      }
    }),
    async maintain() {
      const { rows } = await inTurn(async () => over(await running()).query(tables))
      for (const { name } of rows as { name: string }[]) await inTurn(() => tidy(name)) // as the statement says
    },
    answeredAt: () => thread?.answeredAt,
    fault() {
      if (lost?.aborted) return messageOf(lost.reason)
      if (failure || !thread || thread.hasEnded) {
        reopen()
        return 'The database is not open'
      }
      const since = isUpkeep ? undefined : thread.busySince
      return since !== undefined && performance.now() - since > slow ? 'The database does not answer' : undefined
    },
    close: () => inTurn(async () => {
      isClosed = true
      try {
        if (thread && !thread.hasEnded) await thread.ask({ kind: 'close' }, limits.statement)
      } finally {
        await Promise.all([gone, thread?.end()])
      }
    }),
  }
}

function messageOf(reason: unknown): string {
  return reason instanceof DatabaseError ? reason.message : 'The database is not open'
}

/** A buffer is sent with all that shares its memory, unless it is taken out of it. */
function plain(value: unknown): unknown {
  return value instanceof Uint8Array ? new Uint8Array(value) : value
}
