import { useCallback, useEffect, useState } from 'react'
import type { PendingTransaction } from '../../core/transactions/pendingTransactions.ts'
import { isSame } from '../../core/transactions/sameTransaction.ts'
import { watchEnded } from '../../core/transactions/watchEnded.ts'
import { useKit } from '../hooks/useKit.ts'
import { visibleNotices, maxNotices } from './visibleNotices.ts'

const isIn = (list: readonly PendingTransaction[]) => (transaction: PendingTransaction) =>
  list.some((entry) => isSame(transaction, entry))

/**
 * Returns the transactions whose outcome the page shows, newest first, until they are dismissed.
 * This browser sent them, and they ended while the modal was closed. Transactions of a disconnected
 * account are left out.
 */
export function useEnded(): [
  ended: readonly PendingTransaction[],
  dismiss: (one: PendingTransaction) => void,
] {
  const kit = useKit()
  const [ended, setEnded] = useState<readonly PendingTransaction[]>([])
  useEffect(
    () =>
      watchEnded(kit, false, (fresh) =>
        setEnded((known) =>
          visibleNotices([...fresh, ...known.filter((transaction) => !isIn(fresh)(transaction))]),
        ),
      ),
    [kit],
  )
  useEffect(
    () =>
      kit.subscribe(({ pending = [] }, { pending: before = [] }) => {
        if (pending !== before)
          setEnded((known) => (known.every(isIn(pending)) ? known : known.filter(isIn(pending))))
      }),
    [kit],
  )
  const dismiss = useCallback(
    (transaction: PendingTransaction) =>
      setEnded((known) => known.filter((entry) => !isSame(transaction, entry))),
    [],
  )
  return [ended.slice(0, maxNotices), dismiss]
}
