import { claimEnds } from './claimEnds.ts'
import type { Kit } from './kit.ts'
import type { PendingTransaction } from './pendingTransactions.ts'
import { isSame } from './sameTransaction.ts'
import type { ModalState } from './state.ts'
import { isWatched } from './watchTransaction.ts'

/**
 * Tells which own transactions have just ended, newest first, where the modal is as given: each end once, in one tab of the site, that the visitor looks at. Not those
 * that a screen shows, nor what comes of one later (a block that is undone). Returns its stop.
 */
export function watchEnded(kit: Kit, isOpen: ModalState['open'], tell: (ended: readonly PendingTransaction[]) => void): () => void {
  let waiting: readonly PendingTransaction[] = []
  const controller = new AbortController()
  const { signal } = controller
  /** Tells what waits, once somebody looks: a tab in the background leaves it to the one in front. */
  async function look() {
    if (document.hidden || waiting.length === 0) return
    const ended = waiting
    waiting = []
    const claimed = await claimEnds(kit, ended)
    const { pending = [] } = kit.getState()
    const known = claimed.filter((one) => !isWatched(kit, one.hash) && pending.some((other) => isSame(one, other)))
    if (known.length > 0 && !signal.aborted) tell(known)
  }
  const stop = kit.subscribe(({ pending = [], modal }, { pending: before = [] }) => {
    if (pending === before || modal.open !== isOpen) return
    const wasWaiting = (one: PendingTransaction) => before.some((other) => isSame(one, other) && other.status === 'pending')
    waiting = [...pending.filter((one) => one.status !== 'pending' && !one.isTold && wasWaiting(one)), ...waiting]
    void look()
  })
  document.addEventListener('visibilitychange', () => void look(), { signal })
  return () => {
    controller.abort()
    stop()
  }
}
