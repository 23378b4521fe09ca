import { useEffect, useState } from 'react'
import type { PendingTransaction } from '../../../../../core/pendingTransactions.ts'
import { showToast } from '../../../../../core/toast.ts'
import { watchEnded } from '../../../../../core/watchEnded.ts'
import { useMessages } from '../../../../i18n/useMessages.ts'
import { useKit } from '../../../../hooks/useKit.ts'
import { endOf } from '../texts/endOf.ts'
import { messages } from '../texts/messages.ts'

/**
 * Reports how own transactions ended, while the account screen is shown: of several at once the
 * newest, or the newest that went wrong. While the modal is closed the page does (`PageNotices`).
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
  }, [shown]) // oxlint-disable-line react/exhaustive-deps -- another language is no reason to report again
  return null
}
