import { isSameTransactionHash } from '@latchkey/protocol/transactionHash'
import { useEffect, useMemo } from 'react'
import { activeNetworkId } from '../../../../../core/kit/state.ts'
import type { HistoryEntry } from '../../../../../domains/history/historyEntry.ts'
import { ownEntry } from '../../../../../domains/history/ownEntry.ts'
import { useHistory } from '../../../../hooks/useHistory.ts'
import { useKitState } from '../../../../hooks/useKitState.ts'
import { useTransaction } from '../../../../hooks/useTransaction.ts'
import type { TransactionLookup } from '../../index.ts'

/** The maximum number of history entries that are searched, newest first. */
const maxEntries = 500

/**
 * The state of the search. `missing`: the transaction is not among the newest entries of the
 * history, and this browser did not send it. `retry` searches again after an error.
 */
export type Search = {
  status: 'pending' | 'error' | 'missing'
  entry?: HistoryEntry
  retry: () => void
}

/**
 * Looks up a transaction among those that this browser sent, and page by page in the account's
 * history. No further page is loaded once it is found.
 */
export function useTransactionSearch({ hash, id, networkId }: TransactionLookup): Search {
  const own = useTransaction(hash ?? id?.split(':').at(-1))
  const current = useKitState(activeNetworkId)
  const { entries, fetchNext, ...answer } = useHistory({ networkId })
  const found = useMemo(
    () =>
      entries.find(
        (entry) =>
          entry.id === id || (hash !== undefined && isSameTransactionHash(entry.hash, hash)),
      ),
    [entries, hash, id],
  )
  const isOwn = own?.networkId === (networkId ?? current)
  const isOpen =
    !found &&
    !isOwn &&
    answer.status === 'success' &&
    answer.next === 'idle' &&
    entries.length < maxEntries
  useEffect(() => {
    if (isOpen) fetchNext()
  })
  const entry = found ?? (isOwn && own ? ownEntry(own) : undefined)
  if (answer.status === 'error') return { status: 'error', entry, retry: fetchNext }
  if (answer.status === 'success' && answer.next === 'failed')
    return { status: 'error', entry, retry: fetchNext }
  return {
    status:
      answer.status === 'pending' ||
      isOpen ||
      (answer.status === 'success' && answer.next === 'pending')
        ? 'pending'
        : 'missing',
    entry,
    retry: fetchNext,
  }
}
