import type { Kit } from './kit.ts'
import { changePending, rememberedPending } from './pendingTransactions.ts'
import type { PendingTransaction } from './pendingTransactions.ts'
import { isSame } from './sameTransaction.ts'

/** Milliseconds for which a tab holds its claim: what it stores may reach another tab's process later. A page that holds one for good is not kept for going back. */
const held = 5_000

/** Those of some ends that this tab is to tell: each is told by the first tab of the site that claims it, once. Without Web Locks two tabs that claim within some milliseconds may both tell it. */
export async function claimEnds(kit: Kit, ended: readonly PendingTransaction[]): Promise<readonly PendingTransaction[]> {
  const firsts = await Promise.all(ended.map(({ networkId, hash }) => isFirst(kit, `@latchkey/ended ${networkId} ${hash.toLowerCase()}`)))
  const stored = rememberedPending(kit)
  const claimed = ended.filter((one, index) => firsts[index] && !stored.some((other) => other.isTold && isSame(one, other)))
  const isMarked = (one: PendingTransaction) => claimed.some((other) => isSame(one, other))
  if (stored.some(isMarked)) changePending(kit, (pending) => pending.map((one) => (isMarked(one) ? { ...one, isTold: true } : one)))
  return claimed
}

/** Whether no other tab holds a lock; this one does then, for some seconds. */
function isFirst({ context: { clock } }: Kit, name: string): Promise<boolean> {
  const { locks } = navigator as { locks?: LockManager } // a page without a secure connection has none
  if (!locks) return Promise.resolve(true)
  return new Promise((resolve) => {
    const hold = (lock: Lock | null) => {
      resolve(lock !== null)
      return lock ? new Promise<void>((release) => void clock.setTimeout(release, held)) : undefined
    }
    locks.request(name, { ifAvailable: true }, hold).catch(() => resolve(true)) // a frame without an origin has none either
  })
}
