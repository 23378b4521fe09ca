/** Subscriptions in a file. */
import { readFile, rename, writeFile } from 'node:fs/promises'
import type { Address, Hex } from 'viem'
import type { Payment } from './createPayments.ts'
import type { Problem } from './permission.ts'

/** A subscription, as it is stored. Times are in seconds since 1970. */
export type Subscription = {
  context: Hex
  loaves: number
  /** When the next loaf may be paid. */
  next: number
  /** When the bakery tries again after a failure. */
  retryAt: number
  /** The failures since the newest loaf. */
  failures: number
  hasEnded: boolean
  problem?: Problem | undefined
  /** On its way: it may be in a block already. */
  payment?: Payment | undefined
}

/** The state of a subscription whose newest payment did not fail. */
export const fresh = { retryAt: 0, failures: 0, hasEnded: false, problem: undefined }

/**
 * Opens the file of an earlier run. A file that does not exist has no subscriptions.
 * @throws Error for a file that can't be read: without it days would be charged again
 */
export async function createStore(file: string | undefined) {
  const text = file === undefined ? '[]' : await readFile(file, 'utf8').catch(emptyIfMissing)
  // `save` has written it
  const subscriptions = new Map(JSON.parse(text) as readonly [Address, Subscription][])
  let saved = Promise.resolve()

  async function write(): Promise<void> {
    if (file === undefined) return
    await writeFile(`${file}.new`, JSON.stringify([...subscriptions]), { mode: 0o600 })
    await rename(`${file}.new`, file)
  }

  return {
    subscriptions,
    /** Writes the file as a whole, so that a crash leaves the old one or the new one. */
    save: () => (saved = saved.then(write, write)), // also after one that failed
    /** Waits until everything is written. */
    close: () => saved,
  }
}

function emptyIfMissing(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT') return '[]'
  throw error
}
