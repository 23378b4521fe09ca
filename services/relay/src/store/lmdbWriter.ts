import type { Database, Key, RootDatabase } from 'lmdb'
import { inTime } from '@latchkey/server/waiting'
import type { Room } from './lmdbRoom.ts'
import { StoreError } from './mailboxStore.ts'

/** Writes that are made together: all of them are stored, or none. */
type Batch = {
  writes: Write[]
  /** Bytes of large values, and bytes that the whole batch may need. */
  bytes: number
  need: number
  /** Called when it is known whether the batch is stored, which may be later than `answered`. */
  after: ((isStored: boolean) => void)[]
  begun: number
  /** Settles within {@link timeLimit}. */
  answered: Promise<void>
  answer: (error?: StoreError) => void
}

/** A write; `value` is undefined if the row is removed. */
type Write = { table: Database<unknown, Key>; key: Key; value: unknown }

/** Writes into the tables of a folder. All writes use it, so no failure of the disk is missed. */
export type Writer = {
  /** @param bytes of the value, if it may be larger than a page */
  put<value, key extends Key>(
    table: Database<value, key>,
    key: key,
    value: value,
    bytes?: number,
  ): void
  remove<value, key extends Key>(table: Database<value, key>, key: key): void
  /** Calls back when it is decided whether the writes of this turn are stored, however late. */
  after(decided: (isStored: boolean) => void): void
  /**
   * Resolves when all writes of this turn are stored.
   * @param decided as in {@link Writer.after}
   * @throws StoreError when they are not stored, or not in time
   */
  stored(decided?: (isStored: boolean) => void): Promise<void>
  /** Resolves when no write is pending. @throws StoreError */
  settled(): Promise<void>
  /** Number of undecided writes. */
  readonly waiting: number
  /** The failure because of which nothing can be stored now. */
  readonly failure: StoreError | undefined
  /** Resolves to whether a write that needs room is stored. Clears a failure that has ended. */
  probe(): Promise<boolean>
  /** Refuses all further writes. */
  forbid(cause: Error): void
  close(): Promise<void>
}

type Options = { root: RootDatabase<unknown, string>; room: Room; onError: (error: Error) => void }

const needOf = ({ bytes, writes }: Batch) => bytes + writes.length * bytesOfWrite

/**
 * Bytes that one write may take in addition to its value, because the pages on the path to it are
 * written again.
 */
const bytesOfWrite = 2 * 4_096
/** Milliseconds after which a write without an answer has failed, and between two checks. */
const timeLimit = 4_000
const look = 500
/** Milliseconds within which the library reports the cause of a failure. */
const causeLimit = 200
/** Codes of LMDB and of the system for missing room. Source: lmdb.h, errno.h */
const fullCodes: readonly unknown[] = [-30_792, 28, 122, 'ENOSPC', 'EDQUOT']

/** Writes in batches to an open database. `onError` is called for a failed write. */
export class LmdbWriter implements Writer {
  readonly #root: RootDatabase<unknown, string>
  readonly #room: Room
  readonly #onError: (error: Error) => void
  readonly #running = new Set<Batch>()
  #open: Batch | undefined
  #failure: StoreError | undefined
  #forbidden: StoreError | undefined
  #probing: Promise<boolean> | undefined
  /** Bytes that pending batches may take. */
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

  remove<value, key extends Key>(table: Database<value, key>, key: key): void {
    add(this.#batch(), table, key)
  }

  after(decided: (isStored: boolean) => void): void {
    this.#batch().after.push(decided)
  }

  stored(decided?: (isStored: boolean) => void): Promise<void> {
    const current = this.#batch()
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

  #batch(): Batch {
    if (this.#open) return this.#open
    let answer: Batch['answer'] = () => {}
    const answered = new Promise<void>((resolve, reject) => {
      answer = (error) => (error ? reject(error) : resolve())
    })
    answered.catch(this.#onError) // also when no caller waits
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
    setImmediate(() => this.#flush())
    this.#wake()
    return this.#open
  }

  /**
   * Makes the library begin in this turn, at whose end there is something to write. Otherwise it
   * would wait for the next turn, and so would every caller.
   */
  #wake(): void {
    try {
      this.#root.batch(() => {}).catch(() => {}) // the batch gets the error, too
    } catch {
      // as above
    }
  }

  /**
   * Hands the open batch to the library, once the disk has room for it. Writes that arrive
   * meanwhile join it.
   */
  #flush(): void {
    if (!this.#open) return
    if (this.#room.take(needOf(this.#open), this.#pending)) this.#flushNow()
    else
      this.#extend()
        .then((isExtended) => this.#flushNow(isExtended))
        .catch(this.#onError)
  }

  /** Extends the room. @returns whether there is enough; if not, new data is refused */
  async #extend(): Promise<boolean> {
    try {
      await this.#room.extend()
      return true
    } catch (cause) {
      if (this.#room.isScarce()) {
        const before = this.#failure
        this.#failure = new StoreError(isFull(cause) ? 'full' : 'failed', { cause })
        if (!before) this.#onError(this.#failure) // maybe no write reports it
      }
      return false
    }
  }

  #flushNow(isExtended = true): void {
    const batch = this.#open
    this.#open = undefined
    if (!batch) return
    // without more room only writes that need almost none are tried
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
    // one waiting write is enough
    if (this.#failure && oldest && performance.now() - oldest.begun > look) return false
    try {
      if (this.#failure && !(await this.#extend())) return false
      const written = this.#batch()
      add(written, this.#root, 'health', performance.now())
      await written.answered
      this.#failure = this.#forbidden
      return !this.#failure
    } catch {
      return false // onError has received it
    }
  }
}

/** Hands a write to the library. The batch reports whether it is stored. */
const handOver = ({ table, key, value }: Write): unknown =>
  value === undefined ? table.remove(key) : table.put(key, value)

function add<value, key extends Key>(
  { writes }: Batch,
  table: Database<value, key>,
  key: key,
  value?: value,
): void {
  // the types of table, key and value match: `put` has checked them
  writes.push({ table: table as unknown as Database<unknown, Key>, key, value })
}

const isFull = (cause: unknown) =>
  cause instanceof Error && 'code' in cause && fullCodes.includes(cause.code)

/** The cause of an error. The library gives it as a promise, which it may never settle. */
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
