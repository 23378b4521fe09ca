import { useEffect, useState } from 'react'
import type { PendingTransaction } from '../../../../core/transactions/pendingTransactions.ts'
import { showToast } from '../../../../core/kit/toast.ts'
import { watchEnded } from '../../../../core/transactions/watchEnded.ts'
import { useMessages } from '../../../i18n/useMessages.ts'
import { useKit } from '../../../hooks/useKit.ts'
import { endOf } from './texts/endOf.ts'
import { messages } from './texts/messages.ts'

/**
 * Shows a toast about the outcome of transactions that this browser sent, while the account screen
 * is shown. If several ended together, it reports the newest failed transaction, or else the newest
 * one. While the modal is closed, `PageNotices` reports them in the page.
 */
export function EndedToasts() {
  const t = useMessages(messages)
  const kit = useKit()
  const [shown, setShown] = useState<PendingTransaction>()
  useEffect(
    () =>
      watchEnded(kit, true, (ended) =>
        setShown(ended.find((transaction) => !endOf(transaction).isSuccess) ?? ended[0]),
      ),
    [kit],
  )
  useEffect(() => {
    if (!shown) return
    const { text, isSuccess } = endOf(shown)
    showToast(kit, { message: { text: t(text) }, variant: isSuccess ? 'success' : 'error' })
  }, [shown]) // oxlint-disable-line react/exhaustive-deps -- a new language must not repeat it
  return null
}
