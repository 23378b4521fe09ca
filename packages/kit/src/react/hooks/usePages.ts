import type { InfiniteData, InfiniteQueryObserverResult, QueryKey } from '@tanstack/query-core'
import { useEffect, useState } from 'react'
import type { PagesObserver, PagesOptions } from '../../core/observePages.ts'
import { useKit } from './useKit.ts'

/** A list as far as its pages are loaded; `next` is the state of the next page, `none` after the last. */
export type Pages<page> =
  | { status: 'pending' }
  | { status: 'error'; error: Error }
  | { status: 'success'; pages: readonly page[]; next: 'idle' | 'pending' | 'failed' | 'none' }

type Result<page, param> = InfiniteQueryObserverResult<InfiniteData<page, param>>

/**
 * Follows an infinite query of the kit's own client while the component is mounted. `fetchNext` loads another page; after a failure
 * it tries again. `options` must be memoised; with `undefined` no request is sent.
 */
export function usePages<page, key extends QueryKey, param>(options: PagesOptions<page, key, param> | undefined): Pages<page> & { fetchNext: () => void } {
  const kit = useKit()
  const [observer, setObserver] = useState<PagesObserver<page, key, param>>()
  const [result, setResult] = useState<Result<page, param>>()
  const [failure, setFailure] = useState<Error>()
  const [attempt, setAttempt] = useState(0)

  useEffect(() => {
    setResult(undefined)
    setFailure(undefined)
    if (!options) return
    let stop: (() => void) | undefined
    let isGone = false
    Promise.all([kit.context.queries(), import('../../core/observePages.ts')]).then(
      ([{ client }, { observePages }]) => {
        if (isGone) return
        const made = observePages(client, options)
        setObserver(made)
        setResult(made.getCurrentResult())
        stop = made.subscribe(setResult)
      },
      (error: Error) => !isGone && setFailure(error), // the code failed to load
    )
    return () => {
      isGone = true
      stop?.()
    }
  }, [kit, options, attempt])

  function fetchNext() {
    if (failure) return setAttempt(attempt + 1)
    if (!result || result.isFetching) return
    void (result.data ? observer?.fetchNextPage() : observer?.refetch())
  }

  if (failure) return { status: 'error', error: failure, fetchNext }
  if (result?.data) return { status: 'success', pages: result.data.pages, next: nextOf(result), fetchNext }
  return result?.error && !result.isFetching ? { status: 'error', error: result.error, fetchNext } : { status: 'pending', fetchNext }
}

function nextOf({ hasNextPage, isFetchingNextPage, isFetchNextPageError }: Pick<Result<unknown, unknown>, 'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError'>) {
  if (!hasNextPage) return 'none'
  if (isFetchingNextPage) return 'pending'
  return isFetchNextPageError ? 'failed' : 'idle'
}
