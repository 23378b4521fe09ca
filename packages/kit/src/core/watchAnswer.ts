import type { QueryKey, QueryObserverOptions, QueryObserverResult } from '@tanstack/query-core'
import type { Queries } from './createQueries.ts'
import type { Kit } from './kit.ts'
import { perKit } from './perKit.ts'

/**
 * The state of an answer. After a failure `data` is the last known one, if there was any, from
 * `updatedAt` (milliseconds).
 */
export type Answer<data> =
  | { status: 'pending' }
  | { status: 'success'; data: data; updatedAt: number; isFetching: boolean }
  | { status: 'error'; error: Error; data?: data; updatedAt: number; isFetching: boolean }

/** A query that is followed until `stop`; `refetch` requests it again. */
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

/** The client, once its code has loaded: then an answer that is cached is told at once. */
const loaded = perKit((): { queries?: Queries } => ({}))

/**
 * Follows a query of the kit's own client: tells its state at once, and after each change. All who
 * follow one query share its requests; once nobody follows it, nothing is requested, and a request
 * that is under way is aborted. `tell` also gets the function that requests it again.
 */
export function watchAnswer<data, key extends QueryKey>(
  kit: Kit,
  options: AnswerOptions<data, key>,
  notify: (answer: Answer<data>, refetch: () => void) => void,
): AnswerWatch {
  let isStopped = false
  let end = () => {}
  let again = () => {}
  const refetch = () => isStopped || again()
  const publish = (answer: Answer<data>) => isStopped || notify(answer, refetch)
  const follow = ({ observe }: Queries) => {
    const observer = observe(options)
    end = observer.subscribe((result) => publish(answerOf(result)))
    again = () => void observer.refetch()
    // after the subscription, which may have begun a request
    publish(answerOf(observer.getCurrentResult()))
  }
  const begin = () => {
    const { queries } = loaded(kit)
    if (queries) return follow(queries)
    publish(pending)
    kit.context.queries().then(
      (made) => {
        loaded(kit).queries = made
        if (!isStopped) follow(made)
      },
      (error: Error) => {
        again = begin
        publish({ status: 'error', error, updatedAt: 0, isFetching: false }) // the code failed to load
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

function answerOf<data>(result: QueryObserverResult<data>): Answer<data> {
  if (result.status === 'pending') return pending
  const { data, dataUpdatedAt: updatedAt, isFetching } = result
  if (result.error) return { status: 'error', error: result.error, data, updatedAt, isFetching }
  // a result that is not pending and has no error has data
  return { status: 'success', data: data as data, updatedAt, isFetching }
}
