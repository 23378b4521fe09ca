import { InfiniteQueryObserver } from '@tanstack/query-core'
import { useEffect, useMemo, useState } from 'react'
import type { Wallet } from '../../../../core/contracts/wallet.ts'
import { joinPages, walletPagesQuery } from '../../../../domains/wallets/walletsQuery.lazy.ts'
import type { Kit } from '../../../../core/kit/kit.ts'
import { useKit } from '../../../hooks/useKit.ts'
import { contextOf } from '../../../../core/kit/context.ts'

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

/** Returns the list of all wallets. `fetchNext` loads another page, or repeats a failed request. */
export function useWalletPages(): WalletPages & { fetchNext: () => void } {
  const kit = useKit()
  const [observer, setObserver] = useState<Observer>()
  const [result, setResult] = useState<Result>()
  const [isBroken, setBroken] = useState(false)
  const [attempt, setAttempt] = useState(0)

  useEffect(() => {
    let stop: (() => void) | undefined
    let isCancelled = false
    setBroken(false)
    contextOf(kit)
      .queries()
      .then(
        ({ client }) => {
          if (isCancelled) return
          const newObserver = observerOf(kit, client)
          setObserver(newObserver)
          setResult(newObserver.getCurrentResult())
          stop = newObserver.subscribe(setResult)
        },
        () => !isCancelled && setBroken(true), // the code that reads pages failed to load
      )
    return () => {
      isCancelled = true
      stop?.()
    }
  }, [kit, attempt])

  const pages = result?.data?.pages
  const wallets = useMemo(() => joinPages(pages ?? []), [pages])

  function fetchNext() {
    if (isBroken) return setAttempt(attempt + 1)
    if (result?.isFetching) return
    void (result?.data ? observer?.fetchNextPage() : observer?.refetch())
  }

  if (isBroken) return { status: 'failed', fetchNext }
  if (!pages) return { status: result?.status === 'error' ? 'failed' : 'pending', fetchNext }
  return {
    status: 'success',
    wallets,
    count: result.hasNextPage ? Math.max(pages[0]?.count ?? 0, wallets.length) : wallets.length,
    next: nextOf(result),
    fetchNext,
  }
}

function observerOf(kit: Kit, client: ConstructorParameters<typeof InfiniteQueryObserver>[0]) {
  return new InfiniteQueryObserver(client, walletPagesQuery(kit))
}

function nextOf({ hasNextPage, isFetchingNextPage, isFetchNextPageError }: Result) {
  if (!hasNextPage) return 'none'
  if (isFetchingNextPage) return 'pending'
  return isFetchNextPageError ? 'failed' : 'idle'
}
