import * as counts from '@latchkey/protocol/counts'
import { createNameSearch } from '@latchkey/protocol/nameSearch'
import * as times from '@latchkey/protocol/times'
import { useEffect, useMemo, useState } from 'react'
import type { Wallet } from '../../../../core/wallet.ts'
import { walletSearchQuery } from '../../../../wallets/catalogue/walletsQuery.ts'
import { useDebounced } from './useDebounced.ts'
import { useKit } from '../../../hooks/useKit.ts'
import { useQuery } from '../../../hooks/useQuery.ts'
import { useWalletPages } from './useWalletPages.ts'

/**
 * What the list of all wallets shows. `count` counts also those that have not come yet, `more` says how it stands with them.
 * While the answer to a search is on its way, `more` is `pending`.
 */
export type AllWallets =
  | { status: 'pending' }
  | { status: 'failed' }
  | { status: 'success'; wallets: readonly Wallet[]; count: number; more: 'idle' | 'pending' | 'failed' | 'none' }

/**
 * All wallets, or those that a search finds. A key is answered at once from what has come already; the API is asked when the
 * keys rest, unless everything has come. `fetchMore` brings the next page, or asks again for what failed.
 */
export function useAllWallets(text: string): AllWallets & { search: string; fetchMore: () => void } {
  const kit = useKit()
  const { fetchNext, ...pages } = useWalletPages()
  const search = text.trim().length >= counts.walletSearchLeast ? text.trim() : ''
  const settled = useDebounced(search, times.walletSearch)
  const isComplete = pages.status === 'success' && pages.next === 'none'
  const query = useMemo(() => (settled && !isComplete ? walletSearchQuery(kit, settled) : undefined), [kit, settled, isComplete])
  const { refetch, ...answer } = useQuery(query)
  const known = useKnown(pages.status === 'success' ? pages.wallets : none, answer.status === 'success' ? answer.data : none)
  // one letter early, so that the second finds everything prepared
  const isSearching = text !== ''
  const find = useMemo(() => createNameSearch(isSearching ? known : none), [known, isSearching])
  const found = useMemo(() => find(search), [find, search])

  if (!search) return { search, fetchMore: fetchNext, ...(pages.status === 'success' ? { ...pages, more: pages.next } : pages) }
  const isFailed = settled === search && answer.status === 'error' && !answer.isFetching
  const isAnswered = isComplete || (settled === search && answer.status === 'success')
  const more = isAnswered ? 'none' : isFailed ? 'failed' : 'pending'
  if (found.length > 0 || isAnswered) return { search, fetchMore: refetch, status: 'success', wallets: found, count: found.length, more }
  return { search, fetchMore: refetch, status: isFailed ? 'failed' : 'pending' }
}

const none: readonly Wallet[] = []

/** Every wallet that has come: those of the pages, then what searches brought besides, in the catalogue's order. */
function useKnown(listed: readonly Wallet[], answered: readonly Wallet[]): readonly Wallet[] {
  const [earlier, setEarlier] = useState(none)
  const all = useMemo(() => unique([...earlier, ...answered]), [earlier, answered])
  useEffect(() => setEarlier((now) => (answered.length > 0 ? unique([...now, ...answered]) : now)), [answered])
  return useMemo(() => unique([...listed, ...[...all].sort((one, other) => (one.order ?? 0) - (other.order ?? 0))]), [listed, all])
}

function unique(wallets: readonly Wallet[]): readonly Wallet[] {
  return [...new Map(wallets.map((wallet) => [wallet.id, wallet])).values()]
}
