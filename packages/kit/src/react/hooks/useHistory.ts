import { useEffect, useRef, useState } from 'react'
import { kitError } from '../../core/errors.ts'
import { followHistory } from '../../history/followHistory.ts'
import type { HistoryAnswer, HistoryWatch } from '../../history/followHistory.ts'
import { useAccount } from './useAccount.ts'
import { useKit } from './useKit.ts'

const pending: HistoryAnswer = { status: 'pending', entries: [] }

/**
 * Transactions of the connected account, newest first, 50 a page, its own pending ones on top. `fetchNext` loads another page;
 * after an error (transactionsFailed, with its reason as `cause`) it tries again. While no wallet is connected `error` is
 * transactionsWithoutAccount, and no request is sent.
 */
export function useHistory(): HistoryAnswer & { fetchNext(): void } {
  const kit = useKit()
  const session = useAccount()
  const accountId = 'account' in session ? session.account.accountId : undefined
  const [answer, setAnswer] = useState(pending)
  const watch = useRef<HistoryWatch>(undefined)
  useEffect(() => {
    if (!accountId) return setAnswer(pending)
    const begun = followHistory(kit, accountId, setAnswer)
    watch.current = begun
    return begun.stop
  }, [kit, accountId])
  const fetchNext = () => watch.current?.fetchNext()
  if (!accountId) return { status: 'error', error: kitError('transactionsWithoutAccount'), entries: pending.entries, fetchNext }
  return { ...answer, fetchNext }
}
