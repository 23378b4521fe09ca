import type { Database, Key, RootDatabase } from 'lmdb'
import { inTime } from '@latchkey/server/waiting'
import type { Room } from './lmdbRoom.ts'
import { StoreError } from './mailboxStore.ts'

/** What is written in one go: it is kept whole or not at all. */
type Batch = {
  writes: Write[]
  /** Bytes of what is large in it, and bytes that all of it may need. */
  bytes: number
  need: number
  /** What to do when it is known whether it is kept, which may be later than the answer. */
  after: ((isKept: boolean) => void)[]
  begun: number
  /** Settles within {@link timeLimit}. */
  answered: Promise<void>
  answer: (error?: StoreError) => void
}

/** `value` is undefined where the row is taken out. */
type Write = { table: Database<unknown, Key>; key: Key; value: unknown }

/** Writes into the tables of a folder. Nothing else does, so every failure of the disk is seen here. */
export type Writer = {
  /** @param bytes of the value, where it may be more than a page */
  put<value, key extends Key>(table: Database<value, key>, key: key, value: value, bytes?: number): void
  remove<value, key extends Key>(table: Database<value, key>, key: key): void
  /** Calls back when it is decided whether what was handed over in this turn is kept, however late. */
  after(decided: (isKept: boolean) => void): void
  /**
   * Resolves when everything that was handed over in this turn is kept.
   * @param decided as in {@link Writer.after}
   * @throws StoreError when it is not, or not in time
   */
  kept(decided?: (isKept: boolean) => void): Promise<void>
  /** Resolves when nothing is under way any more. @throws StoreError */
  settled(): Promise<void>
  /** Writes that are not decided yet. */
  readonly waiting: number
  /** Why nothing can be kept now. */
  readonly failure: StoreError | undefined
  /** Says whether a write that needs room is kept; ends a failure that is over. */
  probe(): Promise<boolean>
  /** Takes nothing more, for good. */
  forbid(cause: Error): void
  close(): Promise<void>
}

type Options = { root: RootDatabase<unknown, string>; room: Room; onError: (error: Error) => void }

const needOf = ({ bytes, writes }: Batch) => bytes + writes.length * bytesOfWrite

/** Bytes that one write may take besides its value: the pages on the way to it are written anew. */
const bytesOfWrite = 2 * 4_096
/** Milliseconds after which a write that has no answer has failed, and between two looks for one. */
const timeLimit = 4_000
const look = 500
/** Milliseconds in which the library says why it failed. */
const causeLimit = 200
/** Codes of LMDB and of the system that mean that there is no room. Source: lmdb.h, errno.h */
const fullCodes: readonly unknown[] = [-30_792, 28, 122, 'ENOSPC', 'EDQUOT']

/** Writes in batches to an open database. `onError` hears of a write that failed. */
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
    answered.catch(onError) // also when nobody waits for it
    open = { writes: [], bytes: 0, need: 0, after: [], begun: performance.now(), answered, answer }
    running.add(open)
    setImmediate(flush)
    wake()
    return open
  }

  /** Makes the library begin in this turn, at the end of which there is something to write: it would wait for the next, and everybody with it. */
  function wake(): void {
    try {
      root.batch(() => {}).catch(() => {}) // what is wrong is heard of with the batch
    } catch {
      // likewise
    }
  }

  /** Hands the open batch over, once the disk has room for it; what comes meanwhile goes with it. */
  function flush(): void {
    if (!open) return
    if (room.take(needOf(open), pending)) flushNow()
    else extend().then(flushNow).catch(onError)
  }

  /** Says whether there is room, and stops what is new when there is not. */
  async function extend(): Promise<boolean> {
    try {
      await room.extend()
      return true
    } catch (cause) {
      if (room.isScarce()) {
        const before = failure
        failure = new StoreError(isFull(cause) ? 'full' : 'failed', { cause })
        if (!before) onError(failure) // nobody may be writing who hears of it
      }
      return false
    }
  }

  function flushNow(isExtended = true): void {
    const batch = open
    open = undefined
    if (!batch) return
    // without more room only what hardly needs any is tried
    if (forbidden) return end(batch, forbidden.cause)
    if (!isExtended && !room.take(batch.bytes, pending)) return end(batch, failure?.cause ?? new Error('No room'))
    batch.need = needOf(batch)
    pending += batch.need
    let flaw: unknown
    const write = () => {
      for (const each of batch.writes) {
        try {
          handOver(each)
        } catch (error) {
          flaw = error // such as a key that is too long: the others go on
        }
      }
    }
    let committed: Promise<unknown>
    try {
      committed = root.batch(write)
    } catch (error) {
      committed = Promise.reject(error)
    }
    committed.then(() => end(batch, flaw), (error: unknown) => fail(batch, error)).catch(onError)
  }

  function end(batch: Batch, flaw?: unknown): void {
    decide(batch, flaw === undefined)
    batch.answer(flaw === undefined ? undefined : new StoreError(isFull(flaw) ? 'full' : 'failed', { cause: flaw }))
  }

  async function fail(batch: Batch, error: unknown): Promise<void> {
    decide(batch, false)
    const cause = await causeOf(error)
    failure = new StoreError(isFull(cause) ? 'full' : 'failed', { cause })
    batch.answer(failure)
  }

  function decide(batch: Batch, isKept: boolean): void {
    running.delete(batch)
    pending -= batch.need
    for (const each of batch.after) each(isKept)
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
    if (failure && oldest && performance.now() - oldest.begun > look) return false // one is enough to wait for
    try {
      if (failure && !(await extend())) return false
      const written = batch()
      add(written, root, 'health', performance.now())
      await written.answered
      failure = forbidden
      return !failure
    } catch {
      return false // heard by onError
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
    kept(decided) {
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

/** What becomes of it is heard of with its batch. */
const handOver = ({ table, key, value }: Write): unknown => (value === undefined ? table.remove(key) : table.put(key, value))

function add<value, key extends Key>({ writes }: Batch, table: Database<value, key>, key: key, value?: value): void {
  writes.push({ table: table as unknown as Database<unknown, Key>, key, value }) // what fits together here also does there
}

const isFull = (cause: unknown) => cause instanceof Error && 'code' in cause && fullCodes.includes(cause.code)

/** What the library calls the reason comes as a promise of its own, which it may forget. */
async function causeOf(error: unknown): Promise<unknown> {
  if (!(error instanceof Error) || !('commitError' in error) || !(error.commitError instanceof Promise)) return error
  try {
    return (await inTime<unknown>(causeLimit, error.commitError)) ?? error
  } catch (cause) {
    return cause
  }
}
