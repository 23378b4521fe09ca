import { InfiniteQueryObserver } from '@tanstack/query-core'
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { Wallet } from '../../../../core/contracts/wallet.ts'
import {
  joinPages,
  loadedWalletPages,
  walletPagesQuery,
} from '../../../../domains/wallets/walletsQuery.lazy.ts'
import type { Kit } from '../../../../core/kit/kit.ts'
import { loadedQueries, loadQueries } from '../../../../core/queries/loadQueries.ts'
import { useKit } from '../../../hooks/useKit.ts'

/**
 * The wallets of all loaded pages. `next` is the state of the next page; `none` if there is none.
 */
export type WalletPages =
  | { status: 'pending' }
  | { status: 'failed' }
  | {
      status: 'success'
      wallets: readonly Wallet[]
      count: number
      next: 'idle' | 'pending' | 'failed' | 'none'
    }

type Observer = ReturnType<typeof observerOf>
type Result = ReturnType<Observer['getCurrentResult']>

/**
 * Returns the list of all wallets: in the first render already, if it was loaded before. The list
 * is the same object until it changes. `fetchNext` loads another page, or repeats a failed request.
 */
export function useWalletPages(): [pages: WalletPages, fetchNext: () => void] {
  const kit = useKit()
  const [isBroken, setBroken] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const [, setLoaded] = useState<object>()
  const queries = loadedQueries(kit)
  const isLoaded = queries !== undefined
  useEffect(() => {
    if (isLoaded) return
    let isCancelled = false
    setBroken(false)
    loadQueries(kit).then(
      (loaded) => isCancelled || setLoaded(loaded),
      () => isCancelled || setBroken(true), // the code that reads pages failed to load
    )
    return () => {
      isCancelled = true
    }
  }, [kit, isLoaded, attempt])

  const observer = useMemo(() => queries && observerOf(kit, queries.client), [kit, queries])
  const result = useResult(observer)

  function fetchNext() {
    if (isBroken) return setAttempt(attempt + 1)
    if (result?.isFetching) return
    void (result?.data ? observer?.fetchNextPage() : observer?.refetch())
  }

  const loadedPages = result?.data?.pages
  const wallets = useMemo(() => joinPages(loadedPages ?? []), [loadedPages])
  const status = isBroken || result?.status === 'error' ? 'failed' : 'pending'
  const next = result && nextOf(result)
  const pages = useMemo((): WalletPages => {
    if (!loadedPages || next === undefined) return { status }
    const { length } = wallets
    const count = next === 'none' ? length : Math.max(loadedPages[0]?.count ?? 0, length)
    return { status: 'success', wallets, count, next }
  }, [loadedPages, wallets, next, status])
  return [pages, fetchNext]
}

function useResult(observer: Observer | undefined): Result | undefined {
  const subscribe = useCallback(
    (onChange: () => void) => observer?.subscribe(onChange) ?? (() => {}),
    [observer],
  )
  const read = () => observer?.getCurrentResult()
  return useSyncExternalStore(subscribe, read, read)
}

function observerOf(kit: Kit, client: ConstructorParameters<typeof InfiniteQueryObserver>[0]) {
  return new InfiniteQueryObserver(client, {
    ...walletPagesQuery(kit),
    ...loadedWalletPages(kit, client),
  })
}

function nextOf({ hasNextPage, isFetchingNextPage, isFetchNextPageError }: Result) {
  if (!hasNextPage) return 'none'
  if (isFetchingNextPage) return 'pending'
  return isFetchNextPageError ? 'failed' : 'idle'
}
