import type { Kit } from './kit.ts'
import { perKit } from './perKit.ts'

/** Transactions that screens show now; one entry for each screen. */
const watched = perKit(() => new Set<{ hash: string }>())

/**
 * Marks the transaction as shown on a screen, until the returned function is called: meanwhile nothing else needs to report its end.
 */
export function watchTransaction(kit: Kit, hash: string): () => void {
  const entry = { hash: hash.toLowerCase() }
  watched(kit).add(entry)
  return () => void watched(kit).delete(entry)
}

/** Whether a screen shows the transaction now. */
export function isWatched(kit: Kit, hash: string): boolean {
  return [...watched(kit)].some((entry) => entry.hash === hash.toLowerCase())
}
