import { useCallback, useEffect, useState } from 'react'
import type { PendingTransaction } from '../../core/pendingTransactions.ts'
import { isSame } from '../../core/sameTransaction.ts'
import { isWatched } from '../../core/watchTransaction.ts'
import { useKit } from '../hooks/useKit.ts'

/** Notices that stand on the page at once; of more, the oldest go. */
const most = 3

/**
 * The own transactions that ended while the modal was closed, newest first, until they are dismissed; none that a screen shows, and none of an account that was
 * disconnected. What comes of a transaction later (a block that is undone) is not told.
 */
export function useEnded(): [ended: readonly PendingTransaction[], dismiss: (one: PendingTransaction) => void] {
  const kit = useKit()
  const [ended, setEnded] = useState<readonly PendingTransaction[]>([])
  useEffect(() => kit.subscribe(({ pending = [], modal }, { pending: before = [] }) => {
    if (pending === before) return
    const wasWaiting = (one: PendingTransaction) => before.some((other) => isSame(one, other) && other.status === 'pending')
    const fresh = modal.open ? [] : pending.filter((one) => one.status !== 'pending' && wasWaiting(one) && !isWatched(kit, one.hash))
    setEnded((shown) => {
      const kept = shown.filter((one) => pending.some((other) => isSame(one, other)))
      return fresh.length + kept.length === shown.length ? shown : [...fresh, ...kept].slice(0, most)
    })
  }), [kit])
  const dismiss = useCallback((one: PendingTransaction) => setEnded((shown) => shown.filter((other) => !isSame(one, other))), [])
  return [ended, dismiss]
}
