import { setImmediate } from 'node:timers/promises'
import type { LmdbClock } from './lmdbClock.ts'
import type { LmdbMessages } from './lmdbMessages.ts'
import type { createSize } from './lmdbSize.ts'
import type { LmdbSubscriptions } from './lmdbSubscriptions.ts'
import type { Due, Tables } from './lmdbTables.ts'
import type { createTopics } from './lmdbTopics.ts'
import type { LmdbUsage } from './lmdbUsage.ts'
import type { createLmdbWatch } from './lmdbWatch.ts'
import type { Writer } from './lmdbWriter.ts'
import { StoreError } from './mailboxStore.ts'
import type { ClientId } from '../auth/didKey.ts'

type Options = {
  tables: Tables
  writer: Writer
  topics: ReturnType<typeof createTopics>
  usage: LmdbUsage
  messages: LmdbMessages
  subscriptions: LmdbSubscriptions
  watch: ReturnType<typeof createLmdbWatch>
  size: ReturnType<typeof createSize>
  now: () => number
  clock: LmdbClock
  onError: (error: Error) => void
}

/** Milliseconds between two sweeps. */
const interval = 2_000
/** Milliseconds for which a sweep works without a break. */
const slice = 5
/**
 * The sweep waits while more writes than this are unfinished. The number is high enough that the
 * disk writes many pages at once, and low enough that other writes need not wait long.
 */
const maxWaiting = 10_000
/** Number of keys that one step reads, and of accounts that one step writes. */
const batch = 64

/** Removes expired data in small steps, with other work in between. */
export class LmdbSweep {
  readonly #root: Tables['root']
  readonly #due: Tables['due']
  readonly #writer: Writer
  readonly #topics: ReturnType<typeof createTopics>
  readonly #usage: LmdbUsage
  readonly #messages: LmdbMessages
  readonly #subscriptions: LmdbSubscriptions
  readonly #watch: ReturnType<typeof createLmdbWatch>
  readonly #size: ReturnType<typeof createSize>
  readonly #now: () => number
  readonly #clock: LmdbClock
  readonly #onError: (error: Error) => void
  #running: Promise<void> | undefined
  #isClosed = false
  #timer: NodeJS.Timeout | undefined

  constructor({
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
    this.#root = root
    this.#due = due
    this.#writer = writer
    this.#topics = topics
    this.#usage = usage
    this.#messages = messages
    this.#subscriptions = subscriptions
    this.#watch = watch
    this.#size = size
    this.#now = now
    this.#clock = clock
    this.#onError = onError
  }

  /** Sweeps now, and then every two seconds. */
  start(): void {
    this.#timer = setInterval(() => void (this.#isClosed || this.#quietly()), interval)
    this.#timer.unref()
    this.#quietly().catch(this.#onError)
  }

  /** Removes everything that has expired by now. */
  async now(): Promise<void> {
    // if a sweep is running, it may have begun too early; its own caller gets its error
    await this.#running?.catch(() => {})
    await this.#sweepOnce()
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    this.#isClosed = true
    await this.#running?.catch(() => {}) // the caller of the running sweep gets its error
    this.#writer.put(this.#root, 'clock', this.#clock.newest())
    while (this.#usage.flush(batch)) await setImmediate()
  }

  /** All steps of a sweep. */
  *#steps(): Iterable<void> {
    this.#writer.put(this.#root, 'clock', this.#clock.newest())
    yield* this.#messages.expireAcknowledgements()
    let start = [0] as unknown as Due // the prefix of a key is a valid start of a range
    const end = [Math.floor(this.#now() / 60_000) + 1] as unknown as Due // also a prefix
    for (let isFirst = true; ; isFirst = false) {
      const keys = [...this.#due.getKeys({ start, end, limit: batch, exclusiveStart: !isFirst })]
      for (const key of keys) {
        yield* this.#expire(key)
        this.#writer.remove(this.#due, key)
        yield
      }
      const last = keys.at(-1)
      if (!last || keys.length < batch) return
      start = last
    }
  }

  *#expire([minute, kind, name]: Due): Iterable<void> {
    if (kind === 'topic') {
      this.#topics.peek(name)?.noted.delete(minute)
      yield* this.#messages.expire(name)
      return
    }
    const client = name as ClientId // rows of the kinds `watch` and `client` have a client's id
    if (kind === 'watch') this.#watch.expire(client).catch(this.#onError)
    else if (kind === 'usage') this.#usage.expire(name)
    else if (kind === 'client') yield* this.#subscriptions.expire(client, this.#onError)
  }

  /** Writes the accounts in batches, so that other writes wait only for one batch. */
  async #writeUsage(): Promise<void> {
    while (this.#usage.flush(batch)) {
      await this.#writer.settled()
      if (this.#isClosed) return
    }
  }

  async #sweep(): Promise<void> {
    await this.#size.look()
    this.#usage.forgetQuiet()
    await this.#writeUsage()
    let begun = performance.now()
    for (const _ of this.#steps()) {
      if (this.#isClosed) return
      if (performance.now() - begun < slice) continue
      if (this.#writer.waiting > maxWaiting) await this.#writer.settled()
      await setImmediate()
      begun = performance.now()
    }
    await this.#writer.settled()
    await this.#writeUsage()
    await this.#writer.settled()
    await this.#size.look()
  }

  #sweepOnce(): Promise<void> {
    this.#running ??= this.#sweep().finally(() => {
      this.#running = undefined
    })
    return this.#running
  }

  /** Sweeps without throwing. A StoreError is ignored, because the writer has reported it. */
  #quietly(): Promise<unknown> {
    return this.#sweepOnce().catch(
      (error: unknown) =>
        error instanceof StoreError ||
        this.#onError(error instanceof Error ? error : new Error('The sweep failed')),
    )
  }
}
