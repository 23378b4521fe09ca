import type { Kit } from './kit.ts'

/**
 * Says that a screen shows the transaction, until the returned function is called: nothing else needs to tell how it ends meanwhile.
 */
export function watchTransaction({ context: { busy } }: Kit, hash: string): () => void {
  const name = nameOf(hash)
  busy.add(name)
  return () => void busy.delete(name)
}

/** Whether a screen shows the transaction now. */
export function isWatched({ context: { busy } }: Kit, hash: string): boolean {
  return busy.has(nameOf(hash))
}

const nameOf = (hash: string) => `transaction ${hash.toLowerCase()}`
