import { SiwxError } from '../SiwxError.ts'
import { createShares } from './createShares.ts'
import type { SiwxStore } from './siwxStore.ts'

/** Options of a store in memory. */
export type MemoryStoreOptions = {
  /** Characters of all keys and texts. When it is full, sessions leave of whoever has the most; spent nonces stay until their time. @default 64 million */
  limit?: number
  /** Milliseconds since 1970. @default the system's */
  clock?: { now(): number }
}

/** A store in the memory of one process, for development and for sites of one process. A restart ends its sessions. */
export function createMemoryStore({ limit = 64_000_000, clock = { now: () => Date.now() } }: MemoryStoreOptions = {}): SiwxStore {
  const entries = new Map<string, { text: string; until: number; share: string }>()
  const shares = createShares()
  let size = 0
  let sweepAt = 0

  const drop = (key: string) => {
    const entry = entries.get(key)
    if (!entry) return
    size -= key.length + entry.text.length
    entries.delete(key)
    if (entry.text !== '') shares.remove(entry.share, key, key.length + entry.text.length)
  }
  /** Forgets what is over: at most once in a second, unless space is needed. */
  const sweep = (now: number) => {
    sweepAt = now + 1_000
    for (const [key, { until }] of entries) if (until <= now) drop(key)
  }
  /**
   * Makes room for so many characters: whoever fills the store signs themselves out, and keeps nobody from signing in. What has no text is a spent nonce, which could be used again: it stays.
   */
  const makeRoom = (needed: number) => {
    if (needed > limit) return
    const isFull = () => size + needed > limit
    for (let key = shares.oldestOfLargest(); key !== undefined && isFull(); key = shares.oldestOfLargest()) drop(key)
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
      entries.set(key, { text, until, share })
      if (text !== '') shares.add(share, key, length)
      size += length
      return true
    },
    get: async (key) => live(key)?.text,
    remove: async (key) => drop(key),
  }
}
