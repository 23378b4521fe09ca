import type { AccountId } from '@latchkey/protocol/caip'
import { reportToDeveloper } from '../../core/kit/alert.ts'
import { kitError } from '../../core/errors/errors.ts'
import type { Kit } from '../../core/kit/kit.ts'
import type { HistoryPage } from './getHistory.lazy.ts'
import { contextOf } from '../../core/kit/context.ts'

/** Milliseconds for which the newest transactions count as fresh, and are not requested again. */
const freshFor = 15_000
/** The maximum number of pages that are requested: a faulty API could send cursors without end. */
const maxPages = 10_000

type PageRequest = { cursor?: string; signal: AbortSignal }

/**
 * Loads the code that sends the request, and requests a page. The page is null if no service has a
 * history of the network.
 */
async function requestPage(
  kit: Kit,
  accountId: AccountId,
  { cursor, signal }: PageRequest,
): Promise<HistoryPage | null> {
  const { getHistory } = await import('./getHistory.lazy.ts').catch((cause: unknown) => {
    throw kitError('transactionsFailed', { cause })
  })
  try {
    // null, because TanStack Query does not allow undefined as a result
    return (await getHistory(kit, { accountId, cursor, signal })) ?? null
  } catch (error) {
    reportToDeveloper(kit, error)
    throw error
  }
}

const always = 'always' as const // when the page is offline, the query fails at once

/**
 * The query of the newest page of an account's transactions. It is requested again after each
 * change of the account.
 */
export function newestQuery(kit: Kit, accountId: AccountId) {
  return {
    queryKey: ['history', accountId] as const,
    staleTime: freshFor,
    networkMode: always,
    queryFn: ({ signal }: { signal: AbortSignal }) => requestPage(kit, accountId, { signal }),
  }
}

/**
 * The query of all transactions that an account had at the time of the first request, page by page.
 * Later transactions are in {@link newestQuery}.
 */
export function historyQuery(kit: Kit, accountId: AccountId) {
  return {
    queryKey: ['history pages', accountId] as const,
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: always,
    refetchOnWindowFocus: false, // a refetch would request every page again
    refetchOnReconnect: false,
    // no page is requested twice, so comparing old and new entries, which may be a hundred
    // thousand, would only cost time
    structuralSharing: false,
    initialPageParam: undefined as string | undefined,
    queryFn: async ({
      pageParam: cursor,
      signal,
    }: {
      pageParam: string | undefined
      signal: AbortSignal
    }): Promise<HistoryPage | null> => {
      if (cursor !== undefined) return requestPage(kit, accountId, { cursor, signal })
      const { client } = await contextOf(kit).queries()
      return client.fetchQuery(newestQuery(kit, accountId))
    },
    getNextPageParam: (last: HistoryPage | null, pages: readonly (HistoryPage | null)[]) =>
      pages.length < maxPages ? last?.next : undefined,
  }
}
