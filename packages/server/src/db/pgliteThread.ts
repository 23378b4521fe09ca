import { Worker } from 'node:worker_threads'
import { inTime, TimeLimitError } from '../waiting.ts'
import { DatabaseError, DiskFullError } from './database.ts'

/** Thrown if PostgreSQL refuses a statement. The message may contain rows. */
export class PgliteError extends Error {
  override readonly name = 'PgliteError'
  /** The error code of PostgreSQL, if there is one. */
  readonly code: string | undefined

  constructor(message: string, code: string | undefined) {
    super(message)
    this.code = code
  }
}

/** The result of a statement. */
// `never`, because drizzle knows from the statement which type the rows have
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

/** A thread that has a PGlite open. */
export type PgliteThread = {
  /**
   * Sends a request; `limit` is in milliseconds.
   * @throws PgliteError; DiskFullError; DatabaseError if the thread has ended, or did not answer in
   *   time and was therefore ended
   */
  request(request: Request & { sql?: string }, limit: number): Promise<Result | undefined>
  /** Whether the thread accepts no more requests. */
  readonly hasEnded: boolean
  /** When the running request began, by `performance.now()`; undefined while no request runs. */
  readonly busySince: number | undefined
  /** When the thread last answered, by `performance.now()`; undefined before the first answer. */
  readonly answeredAt: number | undefined
  /** Ends the thread. It resolves when the thread has ended and writes nothing more. */
  end(): Promise<void>
}

type Options = {
  folder: string | undefined
  /** A complete database in an archive, which is unpacked first. */
  tar: Uint8Array<ArrayBuffer> | undefined
  /** PGlite's code (`pgliteCode.ts`). Without it, the thread compiles the code itself. */
  code?: WebAssembly.Module
}

class WorkerThread implements PgliteThread {
  readonly #lost: AbortSignal | undefined
  readonly #worker: Worker
  readonly #pending = new Map<number, Pending>()
  #hasEnded = false
  #busySince: number | undefined
  #answeredAt: number | undefined
  #lastId = 0
  readonly #lose = () => {
    this.#over(this.#lost?.reason)
    this.end().catch(() => {}) // an error is ignored: the thread has already ended
  }

  constructor(options: Options, lost: AbortSignal | undefined) {
    lost?.throwIfAborted()
    this.#lost = lost
    this.#worker = new Worker(new URL('pgliteWorker.mjs', import.meta.url), {
      workerData: options,
      execArgv: [],
      transferList: options.tar ? [options.tar.buffer] : [],
    })
    this.#worker.unref()
    this.#worker.on('error', (cause) =>
      this.#over(new DatabaseError('The database failed', { cause })),
    )
    this.#worker.on('exit', () => {
      lost?.removeEventListener('abort', this.#lose)
      this.#over(new DatabaseError('The database has ended'))
    })
    lost?.addEventListener('abort', this.#lose)
    this.#worker.on('message', ({ id, result, failure }: Answer) => {
      this.#answeredAt = performance.now()
      const entry = this.#pending.get(id)
      this.#pending.delete(id)
      if (failure) entry?.reject(errorOf(failure))
      else entry?.resolve(result)
    })
  }

  async request(request: Request & { sql?: string }, limit: number): Promise<Result | undefined> {
    if (this.#hasEnded) throw new DatabaseError('The database has ended')
    const id = (this.#lastId += 1)
    try {
      this.#busySince = performance.now()
      this.#worker.ref() // the process lives until the request is answered
      this.#worker.postMessage({ ...request, id }) // oxlint-disable-line unicorn/require-post-message-target-origin -- a thread has none
      return await inTime(
        limit,
        new Promise((resolve, reject) => this.#pending.set(id, { resolve, reject })),
      )
    } catch (error) {
      if (!(error instanceof TimeLimitError)) throw error
      this.end().catch(() => {}) // a thread whose disk hangs ends once the disk works again
      throw new DatabaseError('The database did not answer', { cause: error })
    } finally {
      this.#busySince = undefined
      this.#worker.unref()
    }
  }

  get hasEnded(): boolean {
    return this.#hasEnded
  }

  get busySince(): number | undefined {
    return this.#busySince
  }

  get answeredAt(): number | undefined {
    return this.#answeredAt
  }

  async end(): Promise<void> {
    this.#hasEnded = true
    await this.#worker.terminate()
  }

  #over(error: Error): void {
    this.#hasEnded = true
    for (const entry of this.#pending.values()) entry.reject(error)
    this.#pending.clear()
  }
}

/**
 * Starts a thread.
 * @param lost when it aborts, the thread ends at once, even during a statement, and pending
 *   requests fail with its reason, an Error
 */
export const startPgliteThread = (options: Options, lost?: AbortSignal): PgliteThread =>
  new WorkerThread(options, lost)

function errorOf({ message, code }: NonNullable<Answer['failure']>): Error {
  const error = new PgliteError(message, code)
  return code === '53100'
    ? new DiskFullError('The disk of the database is full', { cause: error })
    : error
}
