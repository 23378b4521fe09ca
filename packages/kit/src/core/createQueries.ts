import { QueryClient } from '@tanstack/query-core'

/** The kit's own cache of what services and chains answered. Retrying is the HTTP layer's; nothing is refetched behind a hidden page. */
export function createQueries(): QueryClient {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, refetchOnWindowFocus: true, refetchOnReconnect: true } } })
  client.mount()
  return client
}
