import { statfs } from 'node:fs/promises'
import type { Database, Key, RootDatabase } from 'lmdb'
import { inTime } from '@latchkey/server/waiting'
import { StoreError } from './mailboxStore.ts'

/** What is written in one go: it is kept whole or not at all. */
type Batch = {
  writes: (() => unknown)[]
  /** What to do when it is known whether it is kept, which may be later than the answer. */
  after: ((isKept: boolean) => void)[]
  begun: number
  /** Settles within {@link timeLimit}. */
  answered: Promise<void>
  answer: (error?: StoreError) => void
}

/** Writes into the tables of a folder. Nothing else does, so every failure of the disk is seen here. */
export type Writer = {
  put<value, key extends Key>(table: Database<value, key>, key: key, value: value): void
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
  /** Why nothing can be kept now. */
  readonly failure: StoreError | undefined
  /** Says whether a write that needs room is kept; ends a failure that is over. */
  probe(): Promise<boolean>
  close(): Promise<void>
}

/** Milliseconds after which a write that has no answer has failed, and between two looks for one. */
const timeLimit = 4_000
const look = 500
/** Milliseconds in which the library says why it failed. */
const causeLimit = 200
/** Bytes that a disk has to have free before a failure is over: more than one batch takes. */
const room = 4 * 1024 * 1024
/** Codes of LMDB and of the system that mean that there is no room. Source: lmdb.h, errno.h */
const fullCodes: readonly unknown[] = [-30_792, 28, 122]

export function createWriter(root: RootDatabase<unknown, string>, folder: string, onError: (error: Error) => void): Writer {
  const running = new Set<Batch>()
  let open: Batch | undefined
  let failure: StoreError | undefined
  let probing: Promise<boolean> | undefined

  function batch(): Batch {
    if (open) return open
    let answer: Batch['answer'] = () => {}
    const answered = new Promise<void>((resolve, reject) => {
      answer = (error) => (error ? reject(error) : resolve())
    })
    answered.catch(onError) // also when nobody waits for it
    open = { writes: [], after: [], begun: performance.now(), answered, answer }
    running.add(open)
    setImmediate(flush)
    return open
  }

  function flush(): void {
    const batch = open
    open = undefined
    if (!batch) return
    let flaw: unknown
    const write = () => {
      for (const each of batch.writes) {
        try {
          each()
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
    running.delete(batch)
    for (const each of batch.after) each(flaw === undefined)
    batch.answer(flaw === undefined ? undefined : new StoreError('failed', { cause: flaw }))
  }

  async function fail(batch: Batch, error: unknown): Promise<void> {
    running.delete(batch)
    for (const each of batch.after) each(false)
    const cause = await causeOf(error)
    const kind = (await isFull(cause)) ? 'full' : 'failed'
    failure = new StoreError(kind, { cause })
    batch.answer(failure)
  }

  /** The disk may also end a write in the middle, which is an error of another name. */
  async function isFull(cause: unknown): Promise<boolean> {
    if (cause instanceof Error && 'code' in cause && fullCodes.includes(cause.code)) return true
    return (await freeBytes(folder)) < room
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
    const [oldest] = running
    if (failure && oldest && performance.now() - oldest.begun > look) return false // one is enough to wait for
    try {
      if (failure && (await freeBytes(folder)) < room) return false
      const written = batch()
      written.writes.push(() => root.put('health', failure ? 'x'.repeat(65_536) : performance.now()))
      await written.answered
      failure = undefined
      return true
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
    put: (table, key, value) => void batch().writes.push(() => table.put(key, value)),
    remove: (table, key) => void batch().writes.push(() => table.remove(key)),
    after: (decided) => void batch().after.push(decided),
    kept(decided) {
      const current = batch()
      if (decided) current.after.push(decided)
      return current.answered
    },
    async settled() {
      await Promise.all([...running].map(({ answered }) => answered))
    },
    get failure() {
      return failure
    },
    probe,
    async close() {
      await Promise.allSettled([...running].map(({ answered }) => answered))
      clearInterval(watching)
    },
  }
}

/** What the library calls the reason comes as a promise of its own, which it may forget. */
async function causeOf(error: unknown): Promise<unknown> {
  if (!(error instanceof Error) || !('commitError' in error) || !(error.commitError instanceof Promise)) return error
  try {
    return (await inTime<unknown>(causeLimit, error.commitError)) ?? error
  } catch (cause) {
    return cause
  }
}

/** Bytes that this process may still use of the disk. */
export async function freeBytes(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  } catch {
    return 0 // a disk that does not say has none for us
  }
}
