import { SiwxError } from '../SiwxError.ts'
import type { SiwxStore } from './siwxStore.ts'

/** Options of a store in memory. */
export type MemoryStoreOptions = {
  /** Characters of all keys and texts. When it is full, the oldest sessions leave; spent nonces stay until their time. @default 64 million */
  limit?: number
  /** Milliseconds since 1970. @default the system's */
  clock?: { now(): number }
}

/** A store in the memory of one process, for development and for sites of one process. A restart ends its sessions. */
export function createMemoryStore({ limit = 64_000_000, clock = { now: () => Date.now() } }: MemoryStoreOptions = {}): SiwxStore {
  const entries = new Map<string, { text: string; until: number }>()
  let size = 0
  let sweepAt = 0

  const drop = (key: string) => {
    const entry = entries.get(key)
    if (!entry) return
    size -= key.length + entry.text.length
    entries.delete(key)
  }
  /** Forgets what is over: at most once in a second, unless space is needed. */
  const sweep = (now: number) => {
    sweepAt = now + 1_000
    for (const [key, { until }] of entries) if (until <= now) drop(key)
  }
  /** Makes room for so many characters: whoever fills the store signs others out, but keeps nobody from signing in. What has no text is a spent nonce, which could be used again. */
  const makeRoom = (needed: number) => {
    if (needed > limit) return
    for (const [key, { text }] of entries) {
      if (size + needed <= limit) return
      if (text !== '') drop(key)
    }
  }
  const live = (key: string) => {
    const entry = entries.get(key)
    if (entry && entry.until <= clock.now()) drop(key)
    return entries.get(key)
  }

  return {
    since: clock.now(),
    async add(key, text, until) {
      const now = clock.now()
      if (now >= sweepAt) sweep(now)
      if (live(key)) return false
      makeRoom(key.length + text.length)
      if (size + key.length + text.length > limit) throw new SiwxError('storeFull')
      entries.set(key, { text, until })
      size += key.length + text.length
      return true
    },
    get: async (key) => live(key)?.text,
    remove: async (key) => drop(key),
  }
}
