import { claimEnds } from '../storage/claimEnds.ts'
import type { Kit } from '../kit/kit.ts'
import { rememberedPending } from './pendingTransactions.ts'
import type { PendingTransaction } from './pendingTransactions.ts'
import { perKit } from '../kit/perKit.ts'
import { isSame } from './sameTransaction.ts'
import type { ModalState } from '../kit/state.ts'
import { isWatched } from './watchTransaction.lazy.ts'

/**
 * Ended transactions that this tab still has to report, and the views that report them. If a view
 * closes before it has reported an end, the next view reports it.
 */
const unreportedEnds = perKit(() => ({
  ended: [] as readonly PendingTransaction[],
  views: new Set<() => void>(),
}))

/**
 * Reports the visitor's transactions that have just ended, newest first. `isOpen`: reports while
 * the modal is open, else while it is closed. Each end is reported once, in one visible tab of the
 * site. It does not report transactions that a screen shows, nor a later change of an ended
 * transaction (its block is undone). Exception: an `unseen` transaction that is found later.
 * @returns the function that stops the reports
 */
export function watchEnded(
  kit: Kit,
  isOpen: ModalState['open'],
  notify: (ended: readonly PendingTransaction[]) => void,
): () => void {
  return new EndReporter(kit, isOpen, notify).start()
}

class EndReporter {
  readonly #kit: Kit
  readonly #isOpen: boolean
  readonly #notify: (ended: readonly PendingTransaction[]) => void
  readonly #controller = new AbortController()

  constructor(
    kit: Kit,
    isOpen: ModalState['open'],
    notify: (ended: readonly PendingTransaction[]) => void,
  ) {
    this.#kit = kit
    this.#isOpen = isOpen
    this.#notify = notify
  }

  start(): () => void {
    const { views } = unreportedEnds(this.#kit)
    const report = () => void this.#report()
    const stop = this.#kit.subscribe((state, previous) => {
      const { pending = [], modal } = state
      if (modal.open !== this.#isOpen) return
      if (pending === (previous.pending ?? []) && modal.open === previous.modal.open) return
      this.#enqueue(endedIn(pending, previous.pending ?? []))
      report()
    })
    views.add(report)
    document.addEventListener('visibilitychange', report, { signal: this.#controller.signal })
    report()
    return () => {
      views.delete(report)
      this.#controller.abort()
      stop()
    }
  }

  #enqueue(ended: readonly PendingTransaction[]): void {
    const waiting = unreportedEnds(this.#kit)
    waiting.ended = [...ended, ...waiting.ended.filter((transaction) => !isIn(ended, transaction))]
  }

  /**
   * Reports the ended transactions that no tab has reported yet. A tab in the background does
   * nothing: a visible tab reports them.
   */
  async #report(): Promise<void> {
    const kit = this.#kit
    const waiting = unreportedEnds(kit)
    const { ended } = waiting
    if (document.hidden || ended.length === 0 || kit.getState().modal.open !== this.#isOpen) return
    waiting.ended = []
    let own: readonly PendingTransaction[] = []
    let isGone = false
    await claimEnds(kit, ended, (claimed) => {
      const { pending = [], modal } = kit.getState()
      isGone = this.#controller.signal.aborted || (this.#isOpen && !modal.open)
      if (isGone) return own
      own = claimed
      const known = own.filter(
        (transaction) => !isWatched(kit, transaction.hash) && isIn(pending, transaction),
      )
      if (known.length > 0) this.#notify(known)
      return own
    })
    // ends that another tab has claimed are tried again, because that tab may close before it
    // reports them
    const open = rememberedPending(kit).filter(({ isTold }) => !isTold)
    this.#enqueue(ended.filter((transaction) => !isIn(own, transaction) && isIn(open, transaction)))
    if (isGone) for (const view of waiting.views) view()
  }
}

/**
 * The transactions that were pending or unseen before, and have ended or been found now. Without
 * those that another transaction of this browser has replaced: that one is reported.
 */
function endedIn(
  pending: readonly PendingTransaction[],
  before: readonly PendingTransaction[],
): readonly PendingTransaction[] {
  const wasOpen = (transaction: PendingTransaction) =>
    before.some(
      (earlier) =>
        isSame(transaction, earlier) &&
        (earlier.status === 'pending' ||
          (earlier.status === 'unseen' && transaction.status !== 'unseen')),
    )
  return pending.filter(
    (transaction) =>
      transaction.status !== 'pending' &&
      !transaction.isTold &&
      wasOpen(transaction) &&
      !pending.some((entry) =>
        isSame(entry, { ...transaction, hash: transaction.replacedBy ?? '' }),
      ),
  )
}

const isIn = (list: readonly PendingTransaction[], transaction: PendingTransaction) =>
  list.some((entry) => isSame(transaction, entry))
