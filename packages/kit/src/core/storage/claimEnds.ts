import { transactionKey } from '@latchkey/protocol/transactionHash'
import type { Kit } from '../kit/kit.ts'
import { changePending, rememberedPending } from '../transactions/pendingTransactions.ts'
import type { PendingTransaction } from '../transactions/pendingTransactions.ts'
import { isSame } from '../transactions/sameTransaction.ts'
import { contextOf } from '../kit/context.ts'

/**
 * Milliseconds for which a tab holds its claim. During this time, the stored report reaches the
 * other tabs. A claim has to end, because browsers do not put a page that holds a lock into the
 * bfcache.
 */
const claimMs = 5_000

/**
 * Lets one tab report each ended transaction: the first tab of the site that claims it. Without Web
 * Locks, two tabs that claim a transaction within some milliseconds may both report it.
 * @param notify gets the transactions that this tab has claimed, and returns those about which the
 *   visitor was notified. The claims of the others are released
 */
export async function claimEnds(
  kit: Kit,
  ended: readonly PendingTransaction[],
  notify: (claimed: readonly PendingTransaction[]) => readonly PendingTransaction[],
): Promise<void> {
  const claims = await Promise.all(
    ended.map(({ networkId, hash }) =>
      claim(kit, `@latchkey/ended ${networkId} ${transactionKey(hash)}`),
    ),
  )
  const stored = rememberedPending(kit)
  const notified = notify(
    ended.filter(
      (transaction, index) =>
        claims[index] && !stored.some((entry) => entry.isTold && isSame(transaction, entry)),
    ),
  )
  const isTold = (transaction: PendingTransaction) =>
    notified.some((entry) => isSame(transaction, entry))
  if (stored.some(isTold))
    changePending(kit, (pending) =>
      pending.map((entry) => (isTold(entry) ? { ...entry, isTold: true } : entry)),
    )
  ended.forEach((transaction, index) => isTold(transaction) || claims[index]?.())
}

/**
 * Holds a lock for some seconds, unless another tab holds it.
 * @returns the function that releases the lock earlier; undefined if another tab holds it
 */
function claim(kit: Kit, name: string): Promise<(() => void) | undefined> {
  const { clock } = contextOf(kit)
  // a page without a secure connection has no locks
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
    // a frame without an origin may not use locks
    locks.request(name, { ifAvailable: true }, hold).catch(() => resolve(free))
  })
}
