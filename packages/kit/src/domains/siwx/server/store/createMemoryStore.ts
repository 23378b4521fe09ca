import { SiwxError } from '../SiwxError.ts'
import { createShares } from './createShares.ts'
import type { SiwxStore } from './siwxStore.ts'

/** The options of `createMemoryStore`. */
export type MemoryStoreOptions = {
  /**
   * The maximum number of characters of all keys and texts. When the store is full, it removes
   * sessions of the client that uses the most space. Spent nonces stay until they expire.
   * @default 64 million
   */
  limit?: number
  /** The clock, in milliseconds since 1970. @default the system's clock */
  clock?: { now(): number }
}

/**
 * The part of the limit for sessions that were read at least once. The rest is for new sessions.
 */
const usedPart = 0.75

/**
 * Creates a store in the memory of one process, for development and for sites with one process. A
 * restart ends its sessions. When the store is full, it removes sessions that were never read. If
 * there are none, or if the other sessions use more than `usedPart` of the limit, it removes
 * sessions that were not read for the longest time. It always removes a session of the client that
 * uses the most space, because a stranger can sign in with any number of new keys.
 */
export function createMemoryStore({
  limit = 64_000_000,
  clock = { now: () => Date.now() },
}: MemoryStoreOptions = {}): SiwxStore {
  const store = new MemoryStore(limit, clock)
  return {
    since: clock.now(),
    add: async (key, text, until, share = key) => store.add(key, { text, until, share }),
    get: async (key) => store.get(key),
    remove: async (key) => store.remove(key),
  }
}

type Entry = { text: string; until: number; share: string; isUsed: boolean }

class MemoryStore {
  readonly #limit: number
  readonly #clock: { now(): number }
  readonly #entries = new Map<string, Entry>()
  readonly #fresh = createShares()
  readonly #used = createShares()
  #size = 0
  #usedSize = 0
  #sweepAt = 0

  constructor(limit: number, clock: { now(): number }) {
    this.#limit = limit
    this.#clock = clock
  }

  /** Adds an entry. False if the key exists. @throws SiwxError storeFull */
  add(key: string, entry: Omit<Entry, 'isUsed'>): boolean {
    const now = this.#clock.now()
    if (now >= this.#sweepAt) this.#sweep(now)
    if (this.#live(key)) return false
    const length = key.length + entry.text.length
    this.#makeRoom(length)
    if (this.#size + length > this.#limit) throw new SiwxError('storeFull')
    this.#entries.set(key, { ...entry, isUsed: false })
    if (entry.text !== '') this.#fresh.add(entry.share, key, length)
    this.#size += length
    return true
  }

  get(key: string): string | undefined {
    const entry = this.#live(key)
    if (entry?.text) this.#touch(key, entry)
    return entry?.text
  }

  remove(key: string): void {
    const entry = this.#entries.get(key)
    if (!entry) return
    const length = key.length + entry.text.length
    this.#size -= length
    this.#entries.delete(key)
    if (entry.isUsed) this.#usedSize -= length
    if (entry.text !== '')
      (entry.isUsed ? this.#used : this.#fresh).remove(entry.share, key, length)
  }

  /** Records that a session was read, so that other sessions are removed before it. */
  #touch(key: string, entry: Entry): void {
    const length = key.length + entry.text.length
    const before = entry.isUsed ? this.#used : this.#fresh
    before.remove(entry.share, key, length)
    this.#used.add(entry.share, key, length)
    if (!entry.isUsed) this.#usedSize += length
    this.#entries.set(key, { ...entry, isUsed: true })
  }

  /** Removes expired entries, at most once a second unless space is needed. */
  #sweep(now: number): void {
    this.#sweepAt = now + 1_000
    for (const [key, { until }] of this.#entries) if (until <= now) this.remove(key)
  }

  /**
   * Removes sessions until there is room for this number of characters. They are sessions of the
   * client that uses the most space, so a client that fills the store signs out only itself.
   * Entries without a text are spent nonces. They stay, because a removed nonce could be used
   * again.
   */
  #makeRoom(needed: number): void {
    if (needed > this.#limit) return
    const isFull = () => this.#size + needed > this.#limit
    for (let key = this.#nextToLeave(); key !== undefined && isFull(); key = this.#nextToLeave())
      this.remove(key)
  }

  #nextToLeave(): string | undefined {
    return this.#usedSize > this.#limit * usedPart
      ? this.#used.oldestOfLargest()
      : (this.#fresh.oldestOfLargest() ?? this.#used.oldestOfLargest())
  }

  #live(key: string): Entry | undefined {
    const entry = this.#entries.get(key)
    if (entry && entry.until <= this.#clock.now()) this.remove(key)
    return this.#entries.get(key)
  }
}
