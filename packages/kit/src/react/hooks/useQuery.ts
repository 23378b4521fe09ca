import type { QueryKey, QueryObserverOptions, QueryObserverResult } from '@tanstack/query-core'
import { useEffect, useState } from 'react'
import { useKit } from './useKit.ts'

/** The state of an answer. After a failure `data` is the last known one, if there was any, from `updatedAt` (milliseconds). */
export type Answer<data> =
  | { status: 'pending' }
  | { status: 'success'; data: data; updatedAt: number; isFetching: boolean }
  | { status: 'error'; error: Error; data?: data; updatedAt: number; isFetching: boolean }

type Options<data, key extends QueryKey> = QueryObserverOptions<data, Error, data, data, key>

/** Follows a query of the kit's own client while the component is mounted. `options` must be memoised; with `undefined` no request is sent. */
export function useQuery<data, key extends QueryKey>(options: Options<data, key> | undefined): Answer<data> & { refetch(): void } {
  const kit = useKit()
  const [result, setResult] = useState<QueryObserverResult<data>>()
  const [failure, setFailure] = useState<Error>()
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    setResult(undefined)
    setFailure(undefined)
    if (!options) return
    let stop: (() => void) | undefined
    let isGone = false
    kit.context.queries().then(
      ({ observe }) => {
        if (isGone) return
        const observer = observe(options)
        setResult(observer.getCurrentResult())
        stop = observer.subscribe(setResult)
      },
      (error: Error) => !isGone && setFailure(error), // the code failed to load
    )
    return () => {
      isGone = true
      stop?.()
    }
  }, [kit, options, attempt])
  if (failure) return { status: 'error', error: failure, updatedAt: 0, isFetching: false, refetch: () => setAttempt(attempt + 1) }
  return { ...answerOf(result), refetch: () => void result?.refetch() }
}

function answerOf<data>(result: QueryObserverResult<data> | undefined): Answer<data> {
  if (!result || result.status === 'pending') return { status: 'pending' }
  const { data, dataUpdatedAt: updatedAt, isFetching } = result
  if (result.error) return { status: 'error', error: result.error, data, updatedAt, isFetching }
  return { status: 'success', data: data as data, updatedAt, isFetching } // a result that is not pending and has no error has data
}
