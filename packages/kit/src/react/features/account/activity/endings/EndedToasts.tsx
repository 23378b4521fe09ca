import { useEffect, useRef } from 'react'
import type { PendingTransaction } from '../../../../../core/pendingTransactions.ts'
import { isSame } from '../../../../../core/sameTransaction.ts'
import { showToast } from '../../../../../core/toast.ts'
import { isWatched } from '../../../../../core/watchTransaction.ts'
import { useMessages } from '../../../../i18n/useMessages.ts'
import { useKit } from '../../../../hooks/useKit.ts'
import { useKitState } from '../../../../hooks/useKitState.ts'
import { endOf } from '../texts/endOf.ts'
import { messages } from '../texts/messages.ts'

const nothing: readonly PendingTransaction[] = []

/**
 * Reports how own transactions ended, while the account screen is shown; not those that another screen shows anyway. While the modal is closed the page
 * does (`PageNotices`).
 */
export function EndedToasts() {
  const t = useMessages(messages)
  const kit = useKit()
  const pending = useKitState((state) => state.pending) ?? nothing
  const before = useRef(pending)
  useEffect(() => {
    const ended = pending.filter((one) => one.status !== 'pending' && !isWatched(kit, one.hash) && before.current.some((other) => isSame(one, other) && other.status === 'pending'))
    before.current = pending
    const [first] = ended
    if (!first) return
    const { text, isGood } = endOf(first)
    showToast(kit, { message: { text: t(text) }, variant: isGood ? 'success' : 'error' })
  }, [pending]) // oxlint-disable-line react/exhaustive-deps -- another language is no reason to report again
  return null
}
