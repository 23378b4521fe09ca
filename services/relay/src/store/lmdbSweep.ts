import { setImmediate } from 'node:timers/promises'
import type { createMessages } from './lmdbMessages.ts'
import type { createSize } from './lmdbSize.ts'
import type { createSubscriptions } from './lmdbSubscriptions.ts'
import type { Due, Tables } from './lmdbTables.ts'
import type { createTopics } from './lmdbTopics.ts'
import type { createUsage } from './lmdbUsage.ts'
import type { createLmdbWatch } from './lmdbWatch.ts'
import type { Writer } from './lmdbWriter.ts'
import { type ClientId, StoreError } from './mailboxStore.ts'

type Options = {
  tables: Tables
  writer: Writer
  topics: ReturnType<typeof createTopics>
  usage: ReturnType<typeof createUsage>
  messages: ReturnType<typeof createMessages>
  subscriptions: ReturnType<typeof createSubscriptions>
  watch: ReturnType<typeof createLmdbWatch>
  size: ReturnType<typeof createSize>
  now: () => number
  /** The newest moment of this run, which the next run reads. */
  clock: () => number
  onError: (error: Error) => void
}

/** Milliseconds between two sweeps. */
const interval = 2_000
/** Milliseconds of the event loop that one slice takes. */
const slice = 5
/**
 * Undecided writes beyond which the sweep waits: enough for the disk to write many pages at once,
 * few enough for other writes to get in between.
 */
const maxWaiting = 10_000
/** Entries that are read at once, and accounts that are written at once. */
const batch = 64

/** Removes expired data as fast as data expires, in slices with other work in between. */
export function createSweep({
  tables: { root, due },
  writer,
  topics,
  usage,
  messages,
  subscriptions,
  watch,
  size,
  now,
  clock,
  onError,
}: Options) {
  let running: Promise<void> | undefined
  let isClosed = false
  let timer: NodeJS.Timeout | undefined

  /** All work of a sweep, in small steps. */
  function* steps(): Iterable<void> {
    writer.put(root, 'clock', clock())
    yield* messages.expireAcknowledgements()
    let start = [0] as unknown as Due // the beginning of a key is a valid bound of a range, too
    const end = [Math.floor(now() / 60_000) + 1] as unknown as Due // the same
    for (let isFirst = true; ; isFirst = false) {
      const keys = [...due.getKeys({ start, end, limit: batch, exclusiveStart: !isFirst })]
      for (const key of keys) {
        yield* expire(key)
        writer.remove(due, key)
        yield
      }
      const last = keys.at(-1)
      if (!last || keys.length < batch) return
      start = last
    }
  }

  function* expire([minute, kind, name]: Due): Iterable<void> {
    if (kind === 'topic') {
      topics.peek(name)?.noted.delete(minute)
      yield* messages.expire(name)
      return
    }
    const client = name as ClientId // as it was written
    if (kind === 'watch') watch.expire(client).catch(onError)
    else if (kind === 'usage') usage.expire(name)
    else if (kind === 'client') yield* subscriptions.expire(client, onError)
  }

  /**
   * Writes a few accounts at a time: a client that publishes meanwhile waits for no more than
   * those.
   */
  async function writeUsage(): Promise<void> {
    while (usage.flush(batch)) {
      await writer.settled()
      if (isClosed) return
    }
  }

  async function sweep(): Promise<void> {
    await size.look()
    usage.forgetQuiet()
    await writeUsage()
    let begun = performance.now()
    for (const _ of steps()) {
      if (isClosed) return
      if (performance.now() - begun < slice) continue
      if (writer.waiting > maxWaiting) await writer.settled()
      await setImmediate()
      begun = performance.now()
    }
    await writer.settled()
    await writeUsage()
    await writer.settled()
    await size.look()
  }

  function sweepOnce(): Promise<void> {
    running ??= sweep().finally(() => {
      running = undefined
    })
    return running
  }

  const quietly = () =>
    sweepOnce().catch(
      (error: unknown) =>
        error instanceof StoreError ||
        onError(error instanceof Error ? error : new Error('The sweep failed')),
    ) // the writer has reported its error

  return {
    /** Sweeps now, and then every few seconds. */
    start(): void {
      timer = setInterval(() => void (isClosed || quietly()), interval)
      timer.unref()
      quietly().catch(onError)
    },
    /** Removes everything that has expired by now. */
    async now(): Promise<void> {
      await running?.catch(() => {}) // the sweep may have begun earlier; its caller gets the error
      await sweepOnce()
    },
    async close(): Promise<void> {
      clearInterval(timer)
      isClosed = true
      await running?.catch(() => {}) // as above
      writer.put(root, 'clock', clock())
      while (usage.flush(batch)) await setImmediate()
    },
  }
}
