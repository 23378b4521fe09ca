import { InfiniteQueryObserver } from '@tanstack/query-core'
import type {
  InfiniteData,
  InfiniteQueryObserverOptions,
  QueryClient,
  QueryKey,
} from '@tanstack/query-core'

/** The observer of an infinite query. */
export type PagesObserver<page, key extends QueryKey, param> = InfiniteQueryObserver<
  page,
  Error,
  InfiniteData<page, param>,
  key,
  param
>
export type PagesOptions<page, key extends QueryKey, param> = InfiniteQueryObserverOptions<
  page,
  Error,
  InfiniteData<page, param>,
  key,
  param
>

/**
 * Observes an infinite query. It has a module of its own, because most pages need only the query
 * client.
 */
export function observePages<page, key extends QueryKey, param>(
  client: QueryClient,
  options: PagesOptions<page, key, param>,
): PagesObserver<page, key, param> {
  return new InfiniteQueryObserver(client, options)
}
