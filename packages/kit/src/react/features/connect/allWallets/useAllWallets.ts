import * as counts from '@latchkey/protocol/counts'
import { createNameSearch } from '@latchkey/protocol/nameSearch'
import { useDeferredValue, useMemo, useState } from 'react'
import type { Wallet } from '../../../../core/contracts/wallet.ts'
import { walletSearchQuery } from '../../../../domains/wallets/walletsQuery.lazy.ts'
import { loadedQueries } from '../../../../core/queries/loadQueries.ts'
import { useKit } from '../../../hooks/useKit.ts'
import { useQuery } from '../../../hooks/useQuery.ts'
import type { SearchText } from './useSearchText.ts'
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
 * Returns all wallets, or those that match a search. Each letter searches the loaded wallets at
 * once. The API is searched for `requested`, too, unless all that it can find is loaded. The list is the
 * same object until it changes. `fetchMore` loads the next page, or repeats a failed request.
 * `request` asks the API for a search before the next render does.
 */
export function useAllWallets({
  text,
  search,
  requested,
}: SearchText): [list: AllWallets, fetchMore: () => void, request: (search: string) => void] {
  const kit = useKit()
  const [pages, fetchNext] = useWalletPages()
  const isComplete = pages.status === 'success' && pages.next === 'none'
  const [answered, setAnswered] = useState(noSearches)
  /** Whether the loaded wallets are all that a search can find. */
  const isInMemory = (wanted: string) =>
    isComplete || answered.some((part) => wanted.startsWith(part))
  const isRequested = requested !== '' && !isInMemory(requested)
  const query = useMemo(
    () => (isRequested ? walletSearchQuery(kit, requested) : undefined),
    [kit, requested, isRequested],
  )
  const { refetch, ...answer } = useQuery(query)
  // An answer that is not full has all wallets of its search, and so of each longer search.
  if (query && answer.status === 'success' && answer.data.length < counts.walletSearchPage)
    setAnswered([...answered, requested])
  const request = (wanted: string) => {
    if (wanted && !isInMemory(wanted))
      void loadedQueries(kit)?.client.prefetchQuery(walletSearchQuery(kit, wanted))
  }
  const known = useKnown(
    pages.status === 'success' ? pages.wallets : noWallets,
    answer.status === 'success' ? answer.data : noWallets,
  )
  // The search begins with the second letter. The index is built after the frame of the first
  // letter, so that both are fast.
  const isTyping = useDeferredValue(text !== '')
  const isSearching = isTyping || search !== ''
  const find = useMemo(
    () => createNameSearch(isSearching ? known : noWallets),
    [known, isSearching],
  )

  const isFailed = requested === search && answer.status === 'error' && !answer.isFetching
  const isAnswered = isInMemory(search) || (requested === search && answer.status === 'success')
  const list = useMemo(
    () => (search ? foundList(find(search), isAnswered, isFailed) : wholeList(pages)),
    [find, search, isAnswered, isFailed, pages],
  )
  return [list, search ? refetch : fetchNext, request]
}

const noWallets: readonly Wallet[] = []
const noSearches: readonly string[] = []

function wholeList(pages: ReturnType<typeof useWalletPages>[0]): AllWallets {
  return pages.status === 'success' ? { ...pages, more: pages.next } : pages
}

/** The list of a search. `isAnswered`: whether the API has answered this search, or need not. */
function foundList(wallets: readonly Wallet[], isAnswered: boolean, isFailed: boolean): AllWallets {
  if (wallets.length === 0 && !isAnswered) return { status: isFailed ? 'failed' : 'pending' }
  const more = isAnswered ? 'none' : isFailed ? 'failed' : 'pending'
  return { status: 'success', wallets, count: wallets.length, more }
}

/**
 * Returns every loaded wallet: first the wallets of the loaded pages, then those that only searches
 * found. Both are in the catalogue's order. `received` is the answer of the current search.
 */
function useKnown(listed: readonly Wallet[], received: readonly Wallet[]): readonly Wallet[] {
  const [found, setFound] = useState(noWallets)
  const known = useMemo(
    () => [...listed, ...absentIn(listed, found).sort((a, b) => (a.order ?? 0) - (b.order ?? 0))],
    [listed, found],
  )
  // in the render of the answer itself, so that its wallets need no second render
  const fresh = useMemo(() => absentIn(known, received), [known, received])
  if (fresh.length > 0) setFound([...found, ...fresh])
  return known
}

/** The wallets that a list does not have. */
function absentIn(list: readonly Wallet[], wallets: readonly Wallet[]): Wallet[] {
  const ids = new Set(list.map(({ id }) => id))
  return wallets.filter(({ id }) => !ids.has(id))
}
