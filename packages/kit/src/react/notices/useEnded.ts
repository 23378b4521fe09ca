import { useCallback, useEffect, useState } from 'react'
import type { PendingTransaction } from '../../core/pendingTransactions.ts'
import { isSame } from '../../core/sameTransaction.ts'
import { watchEnded } from '../../core/watchEnded.ts'
import { useKit } from '../hooks/useKit.ts'
import { visibleNotices, maxNotices } from './visibleNotices.ts'

const isIn = (list: readonly PendingTransaction[]) => (one: PendingTransaction) =>
  list.some((entry) => isSame(one, entry))

/**
 * The own transactions whose end the page tells, newest first, until they are dismissed: those that
 * ended while the modal was closed. None of an account that was disconnected.
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
          visibleNotices([...fresh, ...known.filter((one) => !isIn(fresh)(one))]),
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
    (one: PendingTransaction) => setEnded((known) => known.filter((entry) => !isSame(one, entry))),
    [],
  )
  return [ended.slice(0, maxNotices), dismiss]
}
