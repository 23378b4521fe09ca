import type { Database, Key, RootDatabase } from 'lmdb'
import { inTime } from '@latchkey/server/waiting'
import type { Room } from './lmdbRoom.ts'
import { StoreError } from './mailboxStore.ts'

/**
 * Writes in one transaction: all of them are stored, or none. Only writes that the library refuses
 * are left out.
 */
type Batch = {
  writes: Write[]
  /** `bytes`: of large values. `need`: what the whole batch may need on the disk. */
  bytes: number
  need: number
  /**
   * Are called when it is known whether the batch was stored. This may be later than `answered`.
   */
  after: ((isStored: boolean) => void)[]
  begun: number
  /** Settles when the batch is stored or has failed, or takes longer than {@link timeLimit}. */
  answered: Promise<void>
  answer: (error?: StoreError) => void
}

/** A write. If `value` is undefined, the row is removed. */
type Write = { table: Database<unknown, Key>; key: Key; value: unknown }

/**
 * Writes into the tables of a folder. All writes of a store go through it, so that it notices every
 * failure of the disk.
 */
export type Writer = {
  /** Writes a row. @param bytes the size of the value, if it may be larger than a page */
  put<value, key extends Key>(
    table: Database<value, key>,
    key: key,
    value: value,
    bytes?: number,
  ): void
  /**
   * Writes a row with the next other writes, or after {@link pause} at the latest. This is for rows
   * for which no client waits: a transaction of their own would delay the other writes.
   */
  putLater<value, key extends Key>(table: Database<value, key>, key: key, value: value): void
  remove<value, key extends Key>(table: Database<value, key>, key: key): void
  /**
   * Calls `decided` when it is known whether the writes of this turn of the event loop are stored,
   * even after a time limit.
   */
  after(decided: (isStored: boolean) => void): void
  /**
   * Resolves when all writes of this turn of the event loop are stored. It doesn't hasten those of
   * {@link Writer.putLater}.
   * @param decided is called as in {@link Writer.after}
   * @throws StoreError when they are not stored, or not in time
   */
  stored(decided?: (isStored: boolean) => void): Promise<void>
  /** Resolves when all writes that are pending now are stored. @throws StoreError */
  settled(): Promise<void>
  /** Number of writes that are neither stored nor failed. */
  readonly waiting: number
  /** The error because of which nothing can be stored now. */
  readonly failure: StoreError | undefined
  /** Tries a write, and resolves to whether it was stored. If it was, `failure` is cleared. */
  probe(): Promise<boolean>
  /** Makes all further writes fail. */
  forbid(cause: Error): void
  close(): Promise<void>
}

type Options = { root: RootDatabase<unknown, string>; room: Room; onError: (error: Error) => void }

const needOf = ({ bytes, writes }: Batch) => bytes + writes.length * bytesOfWrite

/**
 * Bytes that one write may need in addition to its value, because the pages above its row are
 * written again.
 */
const bytesOfWrite = 2 * 4_096
/**
 * `timeLimit`: milliseconds after which a write without a result has failed. `look`: milliseconds
 * between two checks for such writes.
 */
const timeLimit = 4_000
const look = 500
/** Maximum of milliseconds for which {@link Writer.putLater} waits for other writes. */
const pause = 3
/** Milliseconds for which the library may take to report the cause of a failure. */
const causeLimit = 200
/** Error codes of LMDB and of the system that mean: no room. Source: lmdb.h, errno.h */
const fullCodes: readonly unknown[] = [-30_792, 28, 122, 'ENOSPC', 'EDQUOT']

/** Writes to an open database in batches. `onError` is called when a write fails. */
export class LmdbWriter implements Writer {
  readonly #root: RootDatabase<unknown, string>
  readonly #room: Room
  readonly #onError: (error: Error) => void
  readonly #running = new Set<Batch>()
  #open: Batch | undefined
  /** The timer of the open batch, while all of its writes may wait. */
  #resting: NodeJS.Timeout | undefined
  #failure: StoreError | undefined
  #forbidden: StoreError | undefined
  #probing: Promise<boolean> | undefined
  /** Bytes on the disk that pending batches may need. */
  #pending = 0
  readonly #watching: NodeJS.Timeout

  constructor({ root, room, onError }: Options) {
    this.#root = root
    this.#room = room
    this.#onError = onError
    this.#watching = setInterval(() => {
      for (const batch of this.#running) {
        if (performance.now() - batch.begun < timeLimit) return
        this.#failure ??= new StoreError('late')
        batch.answer(this.#failure)
      }
      if (this.#failure && this.#running.size === 0) this.probe().catch(onError)
    }, look)
    this.#watching.unref()
  }

  put<value, key extends Key>(
    table: Database<value, key>,
    key: key,
    value: value,
    bytes = 0,
  ): void {
    const current = this.#batch()
    current.bytes += bytes
    add(current, table, key, value)
  }

  putLater<value, key extends Key>(table: Database<value, key>, key: key, value: value): void {
    if (!this.#open) this.#resting = setTimeout(() => this.#hasten(), pause)
    add(this.#open ?? this.#begin(), table, key, value)
  }

  remove<value, key extends Key>(table: Database<value, key>, key: key): void {
    add(this.#batch(), table, key)
  }

  after(decided: (isStored: boolean) => void): void {
    this.#current().after.push(decided)
  }

  stored(decided?: (isStored: boolean) => void): Promise<void> {
    const current = this.#current()
    if (decided) current.after.push(decided)
    return current.answered
  }

  async settled(): Promise<void> {
    await Promise.all([...this.#running].map(({ answered }) => answered))
  }

  get waiting(): number {
    return [...this.#running].reduce((sum, { writes }) => sum + writes.length, 0)
  }

  get failure(): StoreError | undefined {
    return this.#failure
  }

  probe(): Promise<boolean> {
    this.#probing ??= this.#tryOut().finally(() => {
      this.#probing = undefined
    })
    return this.#probing
  }

  forbid(cause: Error): void {
    this.#forbidden = this.#failure = new StoreError('failed', { cause })
  }

  async close(): Promise<void> {
    await Promise.allSettled([...this.#running].map(({ answered }) => answered))
    clearInterval(this.#watching)
  }

  /** The open batch, which is handed to the library at the end of this turn of the event loop. */
  #batch(): Batch {
    if (this.#open && !this.#resting) return this.#open
    const batch = this.#open ?? this.#begin()
    this.#hasten()
    return batch
  }

  /** The open batch. If it waits for other writes, it goes on waiting. */
  #current(): Batch {
    return this.#open ?? this.#batch()
  }

  #hasten(): void {
    clearTimeout(this.#resting)
    this.#resting = undefined
    setImmediate(() => this.#flush())
    this.#wake()
  }

  #begin(): Batch {
    let answer: Batch['answer'] = () => {}
    const answered = new Promise<void>((resolve, reject) => {
      answer = (error) => (error ? reject(error) : resolve())
    })
    answered.catch(this.#onError) // reports the error even if no caller waits
    this.#open = {
      writes: [],
      bytes: 0,
      need: 0,
      after: [],
      begun: performance.now(),
      answered,
      answer,
    }
    this.#running.add(this.#open)
    return this.#open
  }

  /**
   * Starts the library's transaction in this turn of the event loop. Otherwise it would start in
   * the next turn, and every caller would wait longer.
   */
  #wake(): void {
    try {
      this.#root.batch(() => {}).catch(() => {}) // the batch gets the same error
    } catch {
      // the batch gets the same error
    }
  }

  /**
   * Hands the open batch to the library when the disk has room for it. Writes that arrive meanwhile
   * join the batch.
   */
  #flush(): void {
    if (!this.#open) return
    if (this.#room.take(needOf(this.#open), this.#pending)) this.#flushNow()
    else
      this.#extend()
        .then((isExtended) => this.#flushNow(isExtended))
        .catch(this.#onError)
  }

  /**
   * Reserves more bytes on the disk.
   * @returns whether it succeeded; if not, and few bytes are left, new data is refused
   */
  async #extend(): Promise<boolean> {
    try {
      await this.#room.extend()
      return true
    } catch (cause) {
      if (this.#room.isScarce()) {
        const before = this.#failure
        this.#failure = new StoreError(isFull(cause) ? 'full' : 'failed', { cause })
        if (!before) this.#onError(this.#failure) // it is possible that no write reports it
      }
      return false
    }
  }

  #flushNow(isExtended = true): void {
    const batch = this.#open
    this.#open = undefined
    if (!batch) return
    // after a failed extension the batch is tried only if it fits into the bytes that are left
    if (this.#forbidden) return this.#end(batch, this.#forbidden.cause)
    if (!isExtended && !this.#room.take(batch.bytes, this.#pending))
      return this.#end(batch, this.#failure?.cause ?? new Error('No room'))
    batch.need = needOf(batch)
    this.#pending += batch.need
    let flaw: unknown
    const write = () => {
      for (const each of batch.writes) {
        try {
          handOver(each)
        } catch (error) {
          flaw = error // such as a key that is too long; the other writes continue
        }
      }
    }
    let committed: Promise<unknown>
    try {
      committed = this.#root.batch(write)
    } catch (error) {
      committed = Promise.reject(error)
    }
    committed
      .then(
        () => this.#end(batch, flaw),
        (error: unknown) => this.#fail(batch, error),
      )
      .catch(this.#onError)
  }

  #end(batch: Batch, flaw?: unknown): void {
    this.#decide(batch, flaw === undefined)
    batch.answer(
      flaw === undefined
        ? undefined
        : new StoreError(isFull(flaw) ? 'full' : 'failed', { cause: flaw }),
    )
  }

  async #fail(batch: Batch, error: unknown): Promise<void> {
    this.#decide(batch, false)
    const cause = await causeOf(error)
    this.#failure = new StoreError(isFull(cause) ? 'full' : 'failed', { cause })
    batch.answer(this.#failure)
  }

  #decide(batch: Batch, isStored: boolean): void {
    this.#running.delete(batch)
    this.#pending -= batch.need
    for (const each of batch.after) each(isStored)
  }

  async #tryOut(): Promise<boolean> {
    if (this.#forbidden) return false
    const [oldest] = this.#running
    // if a write has been waiting for long, another one would wait, too
    if (this.#failure && oldest && performance.now() - oldest.begun > look) return false
    try {
      if (this.#failure && !(await this.#extend())) return false
      const written = this.#batch()
      add(written, this.#root, 'health', performance.now())
      await written.answered
      this.#failure = this.#forbidden
      return !this.#failure
    } catch {
      return false // `onError` has received the error
    }
  }
}

/**
 * Hands a write to the library. Its result is ignored, because the transaction shows whether the
 * batch was stored.
 */
const handOver = ({ table, key, value }: Write): unknown =>
  value === undefined ? table.remove(key) : table.put(key, value)

function add<value, key extends Key>(
  { writes }: Batch,
  table: Database<value, key>,
  key: key,
  value?: value,
): void {
  // `put` has checked that the types of table, key and value match
  writes.push({ table: table as unknown as Database<unknown, Key>, key, value })
}

const isFull = (cause: unknown) =>
  cause instanceof Error && 'code' in cause && fullCodes.includes(cause.code)

/** The cause of an error. The library returns it as a promise that may never settle. */
async function causeOf(error: unknown): Promise<unknown> {
  if (
    !(error instanceof Error) ||
    !('commitError' in error) ||
    !(error.commitError instanceof Promise)
  )
    return error
  try {
    return (await inTime<unknown>(causeLimit, error.commitError)) ?? error
  } catch (cause) {
    return cause
  }
}
