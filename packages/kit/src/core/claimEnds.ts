import type { Kit } from './kit.ts'
import { changePending, rememberedPending } from './pendingTransactions.ts'
import type { PendingTransaction } from './pendingTransactions.ts'
import { isSame } from './sameTransaction.ts'

/**
 * Milliseconds for which a tab holds its claim: what it stores may reach another tab's process
 * later. A page that holds one for good is not kept for going back.
 */
const claimMs = 5_000

/**
 * Has this tab tell some ends: each is told by the first tab of the site that claims it, once.
 * Without Web Locks two tabs that claim within some milliseconds may both tell it.
 * @param notify gets those that are this tab's, and returns those of them that the visitor has got:
 *   the others are given back
 */
export async function claimEnds(
  kit: Kit,
  ended: readonly PendingTransaction[],
  notify: (claimed: readonly PendingTransaction[]) => readonly PendingTransaction[],
): Promise<void> {
  const claims = await Promise.all(
    ended.map(({ networkId, hash }) =>
      claim(kit, `@latchkey/ended ${networkId} ${hash.toLowerCase()}`),
    ),
  )
  const stored = rememberedPending(kit)
  const notified = notify(
    ended.filter(
      (one, index) => claims[index] && !stored.some((other) => other.isTold && isSame(one, other)),
    ),
  )
  const isTold = (one: PendingTransaction) => notified.some((other) => isSame(one, other))
  if (stored.some(isTold))
    changePending(kit, (pending) =>
      pending.map((one) => (isTold(one) ? { ...one, isTold: true } : one)),
    )
  ended.forEach((one, index) => isTold(one) || claims[index]?.())
}

/**
 * Holds a lock for some seconds, where no other tab does. @returns the function that lets it go
 * earlier
 */
function claim({ context: { clock } }: Kit, name: string): Promise<(() => void) | undefined> {
  // a page without a secure connection has none
  const { locks } = navigator as { locks?: LockManager }
  const free = () => {}
  if (!locks) return Promise.resolve(free)
  return new Promise((resolve) => {
    const hold = (lock: Lock | null) => {
      if (!lock) return resolve(undefined)
      return new Promise<void>((release) => {
        clock.setTimeout(release, claimMs)
        resolve(release)
      })
    }
    // a frame without an origin has none either
    locks.request(name, { ifAvailable: true }, hold).catch(() => resolve(free))
  })
}
