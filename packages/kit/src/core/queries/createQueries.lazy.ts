import { QueryClient, QueryObserver } from '@tanstack/query-core'
import type { QueryKey, QueryObserverOptions } from '@tanstack/query-core'

/** The kit's own query cache, for answers of services and chains. */
export type Queries = {
  client: QueryClient
  /** Makes an observer of one query. */
  observe<data, key extends QueryKey>(
    options: QueryObserverOptions<data, Error, data, data, key>,
  ): QueryObserver<data, Error, data, data, key>
}

/**
 * Makes the cache. It does not retry, because the HTTP layer does. It refetches nothing while the
 * page is hidden.
 */
export function createQueries(): Queries {
  const client = new QueryClient({
    defaultOptions: {
      queries: { retry: false, refetchOnWindowFocus: true, refetchOnReconnect: true },
    },
  })
  client.mount()
  return { client, observe: (options) => new QueryObserver(client, options) }
}
