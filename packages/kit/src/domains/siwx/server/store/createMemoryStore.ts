import { SiwxError } from '../SiwxError.ts'
import { createShares } from './createShares.ts'
import type { SiwxStore } from './siwxStore.ts'

/** The options of `createMemoryStore`. */
export type MemoryStoreOptions = {
  /**
   * The maximum number of characters of all keys and texts. When it is full, sessions are removed
   * from the share that uses the most. Spent nonces stay until their time.
   * @default 64 million
   */
  limit?: number
  /** Milliseconds since 1970. @default the system's */
  clock?: { now(): number }
}

/** The part of the limit for sessions that were read again. The rest is for new ones. */
const usedPart = 0.75

/**
 * Creates a store in the memory of one process, for development and for sites with one process. A
 * restart ends its sessions. When it is full, it removes sessions that were never read again first,
 * then those that were not read for the longest time, each time from the share that uses the most:
 * a stranger can sign in with any number of new keys.
 */
export function createMemoryStore({
  limit = 64_000_000,
  clock = { now: () => Date.now() },
}: MemoryStoreOptions = {}): SiwxStore {
  const entries = new Map<string, { text: string; until: number; share: string; isUsed: boolean }>()
  const [fresh, used] = [createShares(), createShares()]
  let size = 0
  let usedSize = 0
  let sweepAt = 0

  const drop = (key: string) => {
    const entry = entries.get(key)
    if (!entry) return
    const length = key.length + entry.text.length
    size -= length
    entries.delete(key)
    if (entry.isUsed) usedSize -= length
    if (entry.text !== '') (entry.isUsed ? used : fresh).remove(entry.share, key, length)
  }
  /** Records that a session was read: it is removed last. */
  const touch = (
    key: string,
    { text, until, share, isUsed }: { text: string; until: number; share: string; isUsed: boolean },
  ) => {
    const length = key.length + text.length
    const before = isUsed ? used : fresh
    before.remove(share, key, length)
    used.add(share, key, length)
    if (!isUsed) usedSize += length
    entries.set(key, { text, until, share, isUsed: true })
  }
  /** Removes expired entries, at most once a second unless space is needed. */
  const sweep = (now: number) => {
    sweepAt = now + 1_000
    for (const [key, { until }] of entries) if (until <= now) drop(key)
  }
  /**
   * Makes room for this number of characters. A client that fills the store only signs itself out,
   * and others can still sign in. Entries without a text are spent nonces, which could be used
   * again: they stay.
   */
  const makeRoom = (needed: number) => {
    if (needed > limit) return
    const isFull = () => size + needed > limit
    const nextToLeave = () =>
      usedSize > limit * usedPart
        ? used.oldestOfLargest()
        : (fresh.oldestOfLargest() ?? used.oldestOfLargest())
    for (let key = nextToLeave(); key !== undefined && isFull(); key = nextToLeave()) drop(key)
  }
  const live = (key: string) => {
    const entry = entries.get(key)
    if (entry && entry.until <= clock.now()) drop(key)
    return entries.get(key)
  }

  return {
    since: clock.now(),
    async add(key, text, until, share = key) {
      const now = clock.now()
      if (now >= sweepAt) sweep(now)
      if (live(key)) return false
      const length = key.length + text.length
      makeRoom(length)
      if (size + length > limit) throw new SiwxError('storeFull')
      entries.set(key, { text, until, share, isUsed: false })
      if (text !== '') fresh.add(share, key, length)
      size += length
      return true
    },
    async get(key) {
      const entry = live(key)
      if (entry?.text) touch(key, entry)
      return entry?.text
    },
    remove: async (key) => drop(key),
  }
}
