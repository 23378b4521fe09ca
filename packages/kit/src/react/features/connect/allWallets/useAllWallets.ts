import * as counts from '@latchkey/protocol/counts'
import { createNameSearch } from '@latchkey/protocol/nameSearch'
import * as times from '@latchkey/protocol/times'
import { useEffect, useMemo, useState } from 'react'
import type { Wallet } from '../../../../core/contracts/wallet.ts'
import { walletSearchQuery } from '../../../../domains/wallets/walletsQuery.lazy.ts'
import { useDebounced } from './useDebounced.ts'
import { useKit } from '../../../hooks/useKit.ts'
import { useQuery } from '../../../hooks/useQuery.ts'
import { useWalletPages } from './useWalletPages.ts'

/**
 * The content of the list of all wallets. `count` includes wallets that are not loaded yet. `more`
 * is the state of loading further wallets; it is also `pending` while a search waits for its
 * answer.
 */
export type AllWallets =
  | { status: 'pending' }
  | { status: 'failed' }
  | {
      status: 'success'
      wallets: readonly Wallet[]
      count: number
      more: 'idle' | 'pending' | 'failed' | 'none'
    }

/**
 * Returns all wallets, or those that match a search of at least two letters. Each further letter
 * searches the loaded wallets at once. When the typing pauses, the API is searched, too, unless all
 * wallets are loaded. `fetchMore` loads the next page, or repeats a failed request.
 */
export function useAllWallets(
  text: string,
): AllWallets & { search: string; fetchMore: () => void } {
  const kit = useKit()
  const { fetchNext, ...pages } = useWalletPages()
  const search = text.trim().length >= counts.minWalletSearch ? text.trim() : ''
  const settled = useDebounced(search, times.walletSearch)
  const isComplete = pages.status === 'success' && pages.next === 'none'
  const query = useMemo(
    () => (settled && !isComplete ? walletSearchQuery(kit, settled) : undefined),
    [kit, settled, isComplete],
  )
  const { refetch, ...answer } = useQuery(query)
  const known = useKnown(
    pages.status === 'success' ? pages.wallets : noWallets,
    answer.status === 'success' ? answer.data : noWallets,
  )
  // The search begins with the second letter. The index is built at the first letter, so that the
  // search is fast.
  const isSearching = text !== ''
  const find = useMemo(
    () => createNameSearch(isSearching ? known : noWallets),
    [known, isSearching],
  )
  const found = useMemo(() => find(search), [find, search])

  if (!search)
    return {
      search,
      fetchMore: fetchNext,
      ...(pages.status === 'success' ? { ...pages, more: pages.next } : pages),
    }
  const isFailed = settled === search && answer.status === 'error' && !answer.isFetching
  const isAnswered = isComplete || (settled === search && answer.status === 'success')
  const more = isAnswered ? 'none' : isFailed ? 'failed' : 'pending'
  if (found.length > 0 || isAnswered)
    return {
      search,
      fetchMore: refetch,
      status: 'success',
      wallets: found,
      count: found.length,
      more,
    }
  return { search, fetchMore: refetch, status: isFailed ? 'failed' : 'pending' }
}

const noWallets: readonly Wallet[] = []

/**
 * Returns every loaded wallet: first the wallets of the loaded pages, then those that only searches
 * found. Both are in the catalogue's order.
 */
function useKnown(listed: readonly Wallet[], received: readonly Wallet[]): readonly Wallet[] {
  const [earlier, setEarlier] = useState(noWallets)
  const all = useMemo(() => unique([...earlier, ...received]), [earlier, received])
  useEffect(
    () => setEarlier((now) => (received.length > 0 ? unique([...now, ...received]) : now)),
    [received],
  )
  return useMemo(
    () => unique([...listed, ...[...all].sort((a, b) => (a.order ?? 0) - (b.order ?? 0))]),
    [listed, all],
  )
}

function unique(wallets: readonly Wallet[]): readonly Wallet[] {
  return [...new Map(wallets.map((wallet) => [wallet.id, wallet])).values()]
}
