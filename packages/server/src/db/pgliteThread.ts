import { Worker } from 'node:worker_threads'
import { inTime, TimeLimitError } from '../waiting.ts'
import { DatabaseError, DiskFullError } from './database.ts'

/** A statement that PostgreSQL refused. Its message may contain rows. */
export class PgliteError extends Error {
  override readonly name = 'PgliteError'
  /** Source: PostgreSQL, error codes. */
  readonly code: string | undefined

  constructor(message: string, code: string | undefined) {
    super(message)
    this.code = code
  }
}

/** The result of a statement. */
// drizzle knows the type of the rows from the statement
export type Result = { rows: never[]; fields: unknown[]; affectedRows: number | undefined }
type Request =
  | { kind: 'open' | 'exec' | 'close' }
  | { kind: 'query'; sql: string; params: unknown[]; rowMode: unknown }
type Answer = {
  id: number
  result?: Result
  failure?: { message: string; code: string | undefined }
}
type Pending = { resolve: (result: Result | undefined) => void; reject: (error: Error) => void }

/** A thread with an open PGlite. */
export type PgliteThread = {
  /**
   * Sends a request; `limit` in milliseconds.
   * @throws PgliteError; DiskFullError; DatabaseError when the thread has ended, or was ended because
   *   it did not answer in time
   */
  request(request: Request & { sql?: string }, limit: number): Promise<Result | undefined>
  /** Whether the thread accepts no more requests. */
  readonly hasEnded: boolean
  /**
   * The start of the running request, by `performance.now()`; undefined while there is no request.
   */
  readonly busySince: number | undefined
  /** The time of the last answer, by `performance.now()`; undefined before the first answer. */
  readonly answeredAt: number | undefined
  /** Resolves when the thread has ended and writes no more. */
  end(): Promise<void>
}

/**
 * @param options.tar a whole database to unpack first
 * @param options.code PGlite’s code (`pgliteCode.ts`); without it the thread compiles its own
 * @param lost ends the thread at once when it aborts, even in the middle of a statement; pending
 *   requests fail with its reason, an Error
 */
export function startPgliteThread(
  options: {
    folder: string | undefined
    tar: Uint8Array<ArrayBuffer> | undefined
    code?: WebAssembly.Module
  },
  lost?: AbortSignal,
): PgliteThread {
  lost?.throwIfAborted()
  const worker = new Worker(new URL('pgliteWorker.mjs', import.meta.url), {
    workerData: options,
    execArgv: [],
    transferList: options.tar ? [options.tar.buffer] : [],
  })
  const pending = new Map<number, Pending>()
  let hasEnded = false
  let busySince: number | undefined
  let answeredAt: number | undefined
  let lastId = 0
  worker.unref()

  function over(error: Error): void {
    hasEnded = true
    for (const entry of pending.values()) entry.reject(error)
    pending.clear()
  }
  worker.on('error', (cause) => over(new DatabaseError('The database failed', { cause })))
  worker.on('exit', () => {
    lost?.removeEventListener('abort', lose)
    over(new DatabaseError('The database has ended'))
  })
  lost?.addEventListener('abort', lose)
  worker.on('message', ({ id, result, failure }: Answer) => {
    answeredAt = performance.now()
    const entry = pending.get(id)
    pending.delete(id)
    if (failure) entry?.reject(errorOf(failure))
    else entry?.resolve(result)
  })

  function lose(): void {
    over(lost?.reason)
    end().catch(() => {}) // it has ended already
  }

  async function end(): Promise<void> {
    hasEnded = true
    await worker.terminate()
  }

  return {
    async request(request, limit) {
      if (hasEnded) throw new DatabaseError('The database has ended')
      const id = (lastId += 1)
      try {
        busySince = performance.now()
        worker.ref() // a pending request keeps the process alive
        worker.postMessage({ ...request, id }) // oxlint-disable-line unicorn/require-post-message-target-origin -- a thread has none
        return await inTime(
          limit,
          new Promise((resolve, reject) => pending.set(id, { resolve, reject })),
        )
      } catch (error) {
        if (!(error instanceof TimeLimitError)) throw error
        end().catch(() => {}) // a thread whose disk hangs ends when the disk answers again
        throw new DatabaseError('The database did not answer', { cause: error })
      } finally {
        busySince = undefined
        worker.unref()
      }
    },
    get hasEnded() {
      return hasEnded
    },
    get busySince() {
      return busySince
    },
    get answeredAt() {
      return answeredAt
    },
    end,
  }
}

function errorOf({ message, code }: NonNullable<Answer['failure']>): Error {
  const error = new PgliteError(message, code)
  return code === '53100'
    ? new DiskFullError('The disk of the database is full', { cause: error })
    : error
}
