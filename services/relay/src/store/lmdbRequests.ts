import type { Database } from 'lmdb'
import { limits } from '../limits.ts'
import type { Tables } from './lmdbTables.ts'
import type { ClientId } from './mailboxStore.ts'

/**
 * Remembers requests for at least five minutes and at most ten: two databases take turns, and the older one is emptied at once
 * instead of entry by entry.
 */
export function createRequests({ root }: Tables, now: () => number) {
  const turns: readonly Database<true, [ClientId, string]>[] = ['requests even', 'requests odd'].map((name) => root.openDB({ name }))
  let turn = Number(root.get('turn') ?? -2)

  /** Forgets what is old. */
  function forget(): void {
    const current = Math.floor(now() / limits.requestMemory)
    if (current === turn) return
    // after one turn the older database is old, after more than one (or a clock that went back) both are
    const old = current === turn + 1 ? [current % 2] : [0, 1]
    for (const index of old) void turns[index]?.clearAsync()
    turn = current
    void root.put('turn', turn)
  }

  forget()
  return {
    forget,
    has: (client: ClientId, request: string): boolean => turns.some((requests) => requests.doesExist([client, request])),
    add: (client: ClientId, request: string): void => void turns[turn % 2]?.put([client, request], true),
  }
}
