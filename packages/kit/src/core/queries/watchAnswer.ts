import type { QueryKey, QueryObserverOptions, QueryObserverResult } from '@tanstack/query-core'
import type { Queries } from './createQueries.lazy.ts'
import type { Kit } from '../kit/kit.ts'
import { loadedQueries, loadQueries } from './loadQueries.ts'

/**
 * The state of an answer. After a failure, `data` is the last successful answer, if there was one.
 * `updatedAt` is its time in milliseconds.
 */
export type Answer<data> =
  | { status: 'pending' }
  | { status: 'success'; data: data; updatedAt: number; isFetching: boolean }
  | { status: 'error'; error: Error; data?: data; updatedAt: number; isFetching: boolean }

/** A query that is followed until `stop`. `refetch` requests the answer again. */
export type AnswerWatch = { refetch(): void; stop(): void }

/** The options of a query of the kit's own client. */
export type AnswerOptions<data, key extends QueryKey> = QueryObserverOptions<
  data,
  Error,
  data,
  data,
  key
>

const pending = { status: 'pending' } as const

/**
 * Follows a query of the kit's own client: reports its state at once, and after each change. All
 * followers of one query share its requests. Without followers nothing is requested, and a running
 * request is aborted. `notify` also gets a function that requests the query again.
 */
export function watchAnswer<data, key extends QueryKey>(
  kit: Kit,
  options: AnswerOptions<data, key>,
  notify: (answer: Answer<data>, refetch: () => void) => void,
): AnswerWatch {
  let isStopped = false
  let end = () => {}
  let refetchNow = () => {}
  const refetch = () => isStopped || refetchNow()
  const publish = (answer: Answer<data>) => isStopped || notify(answer, refetch)
  const follow = ({ observe }: Queries) => {
    const observer = observe(options)
    end = observer.subscribe((result) => publish(answerOf(result)))
    refetchNow = () => void observer.refetch()
    // after `subscribe`, which may have started a request and so changed the result
    publish(answerOf(observer.getCurrentResult()))
  }
  const begin = () => {
    const queries = loadedQueries(kit)
    if (queries) return follow(queries)
    publish(pending)
    loadQueries(kit).then(
      (made) => {
        if (!isStopped) follow(made)
      },
      (error: Error) => {
        refetchNow = begin
        // the code failed to load
        publish({ status: 'error', error, updatedAt: 0, isFetching: false })
      },
    )
  }
  begin()
  return {
    refetch,
    stop() {
      isStopped = true
      end()
    },
  }
}

/** The state of an answer that an observer has. */
export function answerOf<data>(result: QueryObserverResult<data>): Answer<data> {
  if (result.status === 'pending') return pending
  const { data, dataUpdatedAt: updatedAt, isFetching } = result
  if (result.error) return { status: 'error', error: result.error, data, updatedAt, isFetching }
  // a result that is not pending and has no error has data
  return { status: 'success', data: data as data, updatedAt, isFetching }
}
