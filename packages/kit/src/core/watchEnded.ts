import { claimEnds } from './claimEnds.ts'
import type { Kit } from './kit.ts'
import { rememberedPending } from './pendingTransactions.ts'
import type { PendingTransaction } from './pendingTransactions.ts'
import { perKit } from './perKit.ts'
import { isSame } from './sameTransaction.ts'
import type { ModalState } from './state.ts'
import { isWatched } from './watchTransaction.ts'

/**
 * Ends that this tab has still to tell, and the views that look for them: one that goes before it
 * could leaves them to the next.
 */
const unreportedEnds = perKit(() => ({
  ended: [] as readonly PendingTransaction[],
  views: new Set<() => void>(),
}))

/**
 * Tells which own transactions have just ended, newest first, where the modal is as given: each end
 * once, in one tab of the site, that the visitor looks at. Not those that a screen shows, nor what
 * comes of one later (a block that is undone). Returns its stop.
 */
export function watchEnded(
  kit: Kit,
  isOpen: ModalState['open'],
  notify: (ended: readonly PendingTransaction[]) => void,
): () => void {
  const waiting = unreportedEnds(kit)
  const controller = new AbortController()
  const { signal } = controller
  const isIn = (list: readonly PendingTransaction[]) => (one: PendingTransaction) =>
    list.some((other) => isSame(one, other))
  function enqueue(ended: readonly PendingTransaction[]) {
    waiting.ended = [...ended, ...waiting.ended.filter((one) => !isIn(ended)(one))]
  }
  /**
   * Tells what waits, once somebody looks: a tab in the background leaves it to the one in front.
   */
  async function report() {
    if (document.hidden || waiting.ended.length === 0 || kit.getState().modal.open !== isOpen)
      return
    const { ended } = waiting
    waiting.ended = []
    let own: readonly PendingTransaction[] = []
    let isGone = false
    await claimEnds(kit, ended, (claimed) => {
      const { pending = [], modal } = kit.getState()
      isGone = signal.aborted || (isOpen && !modal.open)
      if (isGone) return own
      own = claimed
      const known = own.filter((one) => !isWatched(kit, one.hash) && isIn(pending)(one))
      if (known.length > 0) notify(known)
      return own
    })
    // another tab may close before it has told what it claimed
    const open = rememberedPending(kit).filter(({ isTold }) => !isTold)
    enqueue(ended.filter((one) => !isIn(own)(one) && isIn(open)(one)))
    if (isGone) for (const view of waiting.views) view()
  }
  const stop = kit.subscribe(
    ({ pending = [], modal }, { pending: before = [], modal: modalBefore }) => {
      if (modal.open !== isOpen || (pending === before && modal.open === modalBefore.open)) return
      const wasWaiting = (one: PendingTransaction) =>
        before.some(
          (other) =>
            isSame(one, other) &&
            (other.status === 'pending' || (other.status === 'unseen' && one.status !== 'unseen')),
        )
      enqueue(pending.filter((one) => one.status !== 'pending' && !one.isTold && wasWaiting(one)))
      void report()
    },
  )
  const reportNow = () => void report()
  waiting.views.add(reportNow)
  document.addEventListener('visibilitychange', reportNow, { signal })
  reportNow()
  return () => {
    waiting.views.delete(reportNow)
    controller.abort()
    stop()
  }
}
