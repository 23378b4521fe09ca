import { claimEnds } from '../storage/claimEnds.ts'
import type { Kit } from '../kit/kit.ts'
import { rememberedPending } from './pendingTransactions.ts'
import type { PendingTransaction } from './pendingTransactions.ts'
import { perKit } from '../kit/perKit.ts'
import { isSame } from './sameTransaction.ts'
import type { ModalState } from '../kit/state.ts'
import { isWatched } from './watchTransaction.lazy.ts'

/**
 * Ended transactions that this tab still has to report, and the views that report them. A view that
 * closes before its report leaves it to the next view.
 */
const unreportedEnds = perKit(() => ({
  ended: [] as readonly PendingTransaction[],
  views: new Set<() => void>(),
}))

/**
 * Reports own transactions that have just ended, newest first, while the modal is open or closed as
 * given. Each end is reported once, in one visible tab of the site. Not reported are transactions
 * that a screen shows, and later changes of an end (a block that is undone).
 * @returns its stop
 */
export function watchEnded(
  kit: Kit,
  isOpen: ModalState['open'],
  notify: (ended: readonly PendingTransaction[]) => void,
): () => void {
  const waiting = unreportedEnds(kit)
  const controller = new AbortController()
  const { signal } = controller
  const isIn = (list: readonly PendingTransaction[]) => (transaction: PendingTransaction) =>
    list.some((entry) => isSame(transaction, entry))
  function enqueue(ended: readonly PendingTransaction[]) {
    waiting.ended = [...ended, ...waiting.ended.filter((transaction) => !isIn(ended)(transaction))]
  }
  /**
   * Reports the waiting ends in a visible tab. A tab in the background leaves them to the one in
   * front.
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
      const known = own.filter(
        (transaction) => !isWatched(kit, transaction.hash) && isIn(pending)(transaction),
      )
      if (known.length > 0) notify(known)
      return own
    })
    // another tab may close before it has reported the ends that it claimed
    const open = rememberedPending(kit).filter(({ isTold }) => !isTold)
    enqueue(ended.filter((transaction) => !isIn(own)(transaction) && isIn(open)(transaction)))
    if (isGone) for (const view of waiting.views) view()
  }
  const stop = kit.subscribe(
    ({ pending = [], modal }, { pending: before = [], modal: modalBefore }) => {
      if (modal.open !== isOpen || (pending === before && modal.open === modalBefore.open)) return
      const wasWaiting = (transaction: PendingTransaction) =>
        before.some(
          (earlier) =>
            isSame(transaction, earlier) &&
            (earlier.status === 'pending' ||
              (earlier.status === 'unseen' && transaction.status !== 'unseen')),
        )
      enqueue(
        pending.filter(
          (transaction) =>
            transaction.status !== 'pending' && !transaction.isTold && wasWaiting(transaction),
        ),
      )
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
