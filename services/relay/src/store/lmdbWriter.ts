import type { Database, Key, RootDatabase } from 'lmdb'
import { inTime } from '@latchkey/server/waiting'
import type { Room } from './lmdbRoom.ts'
import { StoreError } from './mailboxStore.ts'

/** Writes that are made together: all of them are stored, or none. */
type Batch = {
  writes: Write[]
  /** Bytes of large values, and the bytes that the whole batch may need. */
  bytes: number
  need: number
  /** Called when it is known whether the batch is stored, which may be later than `answered`. */
  after: ((isStored: boolean) => void)[]
  begun: number
  /** Settles within {@link timeLimit}. */
  answered: Promise<void>
  answer: (error?: StoreError) => void
}

/** `value` is undefined where the row is removed. */
type Write = { table: Database<unknown, Key>; key: Key; value: unknown }

/**
 * Writes into the tables of a folder. All writes go through here, so no failure of the disk is
 * missed.
 */
export type Writer = {
  /** @param bytes of the value, where it may be larger than a page */
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
  /** Resolves when no write is under way. @throws StoreError */
  settled(): Promise<void>
  /** Undecided writes. */
  readonly waiting: number
  /** The failure because of which nothing can be stored now. */
  readonly failure: StoreError | undefined
  /** Resolves to whether a write that needs room is stored; clears a failure that is over. */
  probe(): Promise<boolean>
  /** Refuses all further writes. */
  forbid(cause: Error): void
  close(): Promise<void>
}

type Options = { root: RootDatabase<unknown, string>; room: Room; onError: (error: Error) => void }

const needOf = ({ bytes, writes }: Batch) => bytes + writes.length * bytesOfWrite

/**
 * Bytes that one write may take besides its value: the pages on the path to it are written anew.
 */
const bytesOfWrite = 2 * 4_096
/** Milliseconds after which a write without an answer has failed, and between two checks. */
const timeLimit = 4_000
const look = 500
/** Milliseconds in which the library reports the cause of a failure. */
const causeLimit = 200
/** Codes of LMDB and of the system for missing room. Source: lmdb.h, errno.h */
const fullCodes: readonly unknown[] = [-30_792, 28, 122, 'ENOSPC', 'EDQUOT']

/** Writes in batches to an open database. `onError` is called for a failed write. */
export function createWriter({ root, room, onError }: Options): Writer {
  const running = new Set<Batch>()
  let open: Batch | undefined
  let failure: StoreError | undefined
  let forbidden: StoreError | undefined
  let probing: Promise<boolean> | undefined
  /** Bytes that batches under way may take. */
  let pending = 0

  function batch(): Batch {
    if (open) return open
    let answer: Batch['answer'] = () => {}
    const answered = new Promise<void>((resolve, reject) => {
      answer = (error) => (error ? reject(error) : resolve())
    })
    answered.catch(onError) // also when no caller waits
    open = { writes: [], bytes: 0, need: 0, after: [], begun: performance.now(), answered, answer }
    running.add(open)
    setImmediate(flush)
    wake()
    return open
  }

  /**
   * Makes the library begin in this turn, at whose end there is something to write: otherwise it
   * would wait for the next turn, and every caller with it.
   */
  function wake(): void {
    try {
      root.batch(() => {}).catch(() => {}) // the batch gets the error, too
    } catch {
      // the same
    }
  }

  /**
   * Hands the open batch to the library, once the disk has room for it; writes that arrive
   * meanwhile join it.
   */
  function flush(): void {
    if (!open) return
    if (room.take(needOf(open), pending)) flushNow()
    else extend().then(flushNow).catch(onError)
  }

  /** Resolves to whether there is room, and refuses new data when there is none. */
  async function extend(): Promise<boolean> {
    try {
      await room.extend()
      return true
    } catch (cause) {
      if (room.isScarce()) {
        const before = failure
        failure = new StoreError(isFull(cause) ? 'full' : 'failed', { cause })
        if (!before) onError(failure) // there may be no write that would report it
      }
      return false
    }
  }

  function flushNow(isExtended = true): void {
    const batch = open
    open = undefined
    if (!batch) return
    // without more room only writes that hardly need any are tried
    if (forbidden) return end(batch, forbidden.cause)
    if (!isExtended && !room.take(batch.bytes, pending))
      return end(batch, failure?.cause ?? new Error('No room'))
    batch.need = needOf(batch)
    pending += batch.need
    let flaw: unknown
    const write = () => {
      for (const each of batch.writes) {
        try {
          handOver(each)
        } catch (error) {
          flaw = error // such as a key that is too long: the other writes go on
        }
      }
    }
    let committed: Promise<unknown>
    try {
      committed = root.batch(write)
    } catch (error) {
      committed = Promise.reject(error)
    }
    committed
      .then(
        () => end(batch, flaw),
        (error: unknown) => fail(batch, error),
      )
      .catch(onError)
  }

  function end(batch: Batch, flaw?: unknown): void {
    decide(batch, flaw === undefined)
    batch.answer(
      flaw === undefined
        ? undefined
        : new StoreError(isFull(flaw) ? 'full' : 'failed', { cause: flaw }),
    )
  }

  async function fail(batch: Batch, error: unknown): Promise<void> {
    decide(batch, false)
    const cause = await causeOf(error)
    failure = new StoreError(isFull(cause) ? 'full' : 'failed', { cause })
    batch.answer(failure)
  }

  function decide(batch: Batch, isStored: boolean): void {
    running.delete(batch)
    pending -= batch.need
    for (const each of batch.after) each(isStored)
  }

  const watching = setInterval(() => {
    for (const batch of running) {
      if (performance.now() - batch.begun < timeLimit) return
      failure ??= new StoreError('late')
      batch.answer(failure)
    }
    if (failure && running.size === 0) probe().catch(onError)
  }, look)
  watching.unref()

  async function tryOut(): Promise<boolean> {
    if (forbidden) return false
    const [oldest] = running
    // one waiting write is enough
    if (failure && oldest && performance.now() - oldest.begun > look) return false
    try {
      if (failure && !(await extend())) return false
      const written = batch()
      add(written, root, 'health', performance.now())
      await written.answered
      failure = forbidden
      return !failure
    } catch {
      return false // onError has got it
    }
  }

  function probe(): Promise<boolean> {
    probing ??= tryOut().finally(() => {
      probing = undefined
    })
    return probing
  }

  return {
    put(table, key, value, bytes = 0) {
      const current = batch()
      current.bytes += bytes
      add(current, table, key, value)
    },
    remove: (table, key) => add(batch(), table, key),
    after: (decided) => void batch().after.push(decided),
    stored(decided) {
      const current = batch()
      if (decided) current.after.push(decided)
      return current.answered
    },
    async settled() {
      await Promise.all([...running].map(({ answered }) => answered))
    },
    get waiting() {
      return [...running].reduce((sum, { writes }) => sum + writes.length, 0)
    },
    get failure() {
      return failure
    },
    probe,
    forbid(cause) {
      forbidden = failure = new StoreError('failed', { cause })
    },
    async close() {
      await Promise.allSettled([...running].map(({ answered }) => answered))
      clearInterval(watching)
    },
  }
}

/** The batch reports whether it is stored. */
const handOver = ({ table, key, value }: Write): unknown =>
  value === undefined ? table.remove(key) : table.put(key, value)

function add<value, key extends Key>(
  { writes }: Batch,
  table: Database<value, key>,
  key: key,
  value?: value,
): void {
  // the types of table, key and value fit each other: `put` has checked them
  writes.push({ table: table as unknown as Database<unknown, Key>, key, value })
}

const isFull = (cause: unknown) =>
  cause instanceof Error && 'code' in cause && fullCodes.includes(cause.code)

/** The library gives the cause as a promise, which it may never settle. */
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
