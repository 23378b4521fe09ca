import type { InfiniteData, InfiniteQueryObserverResult, QueryKey } from '@tanstack/query-core'
import type { Kit } from '../kit/kit.ts'
import { perKit } from '../kit/perKit.ts'
import type { PagesObserver, PagesOptions } from './observePages.lazy.ts'
import { contextOf } from '../kit/context.ts'

/**
 * The state of a list, with its loaded pages. `next` is the state of the next page; `none`: there
 * are no more pages.
 */
export type Pages<page> =
  | { status: 'pending' }
  | { status: 'error'; error: Error }
  | {
      status: 'success'
      pages: readonly page[]
      next: 'idle' | 'pending' | 'failed' | 'none'
      isFetching: boolean
    }

/**
 * An infinite query that is followed until `stop`. `fetchNext` loads another page; after a failure
 * it tries again.
 */
export type PagesWatch = { fetchNext(): void; stop(): void }

const pending = { status: 'pending' } as const

/**
 * The function that observes a list, once its code has loaded. It is stored here, so that a later
 * `watchPages` reports cached pages at once.
 */
const loaded = perKit(
  (): {
    observe?: <page, key extends QueryKey, param>(
      options: PagesOptions<page, key, param>,
    ) => PagesObserver<page, key, param>
  } => ({}),
)

type Result<page, param> = InfiniteQueryObserverResult<InfiniteData<page, param>>

/**
 * Returns the state that {@link watchPages} would report first. It requests nothing, and returns
 * the cached pages if there are some.
 */
export function peekPages<page, key extends QueryKey, param>(
  kit: Kit,
  options: PagesOptions<page, key, param>,
): Pages<page> {
  const { observe } = loaded(kit)
  // optimistic: says that a request is under way if following would send one
  return observe
    ? pagesOf(observe({ ...options, _optimisticResults: 'optimistic' }).getCurrentResult())
    : pending
}

/**
 * Follows an infinite query of the kit's own client: reports its state at once, and after each
 * change.
 */
export function watchPages<page, key extends QueryKey, param>(
  kit: Kit,
  options: PagesOptions<page, key, param>,
  notify: (pages: Pages<page>, fetchNext: () => void) => void,
): PagesWatch {
  let isStopped = false
  let end = () => {}
  let next = () => {}
  const fetchNext = () => isStopped || next()
  const publish = (pages: Pages<page>) => isStopped || notify(pages, fetchNext)
  const follow = (observer: PagesObserver<page, key, param>) => {
    end = observer.subscribe((result) => publish(pagesOf(result)))
    next = () => {
      const { isFetching, data } = observer.getCurrentResult()
      if (!isFetching) void (data ? observer.fetchNextPage() : observer.refetch())
    }
    publish(pagesOf(observer.getCurrentResult()))
  }
  const begin = () => {
    const { observe } = loaded(kit)
    if (observe) return follow(observe(options))
    next = () => {}
    publish(pending)
    Promise.all([contextOf(kit).queries(), import('./observePages.lazy.ts')]).then(
      ([{ client }, { observePages }]) => {
        loaded(kit).observe = (given) => observePages(client, given)
        if (!isStopped) follow(observePages(client, options))
      },
      (error: Error) => {
        next = begin
        publish({ status: 'error', error }) // the code failed to load
      },
    )
  }
  begin()
  return {
    fetchNext,
    stop() {
      isStopped = true
      end()
    },
  }
}

function pagesOf<page, param>(result: Result<page, param>): Pages<page> {
  const { data, error, isFetching } = result
  if (data) return { status: 'success', pages: data.pages, next: nextOf(result), isFetching }
  return error && !isFetching ? { status: 'error', error } : pending
}

function nextOf({
  hasNextPage,
  isFetchingNextPage,
  isFetchNextPageError,
}: Pick<Result<unknown, unknown>, 'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError'>) {
  if (!hasNextPage) return 'none'
  if (isFetchingNextPage) return 'pending'
  return isFetchNextPageError ? 'failed' : 'idle'
}
