import type { AccountId } from '@latchkey/protocol/caip'
import { tellDeveloper } from '../core/alert.ts'
import { kitError } from '../core/errors.ts'
import type { Kit } from '../core/kit.ts'
import type { HistoryPage } from './getHistory.ts'

/** Milliseconds for which the newest transactions are not asked again. api 1 */
const fresh = 15_000
/** Pages that are asked for at the most: a list that never ends has an end here. */
const mostPages = 10_000

type Ask = { cursor?: string; signal: AbortSignal }

/** The code that asks, apart from what follows the answer. A page is null where nobody keeps a history of the network. */
async function ask(kit: Kit, accountId: AccountId, { cursor, signal }: Ask): Promise<HistoryPage | null> {
  const { getHistory } = await import('./getHistory.ts').catch((cause: unknown) => { throw kitError('transactionsFailed', { cause }) })
  try {
    return (await getHistory(kit, { accountId, cursor, signal })) ?? null // a query has no answer "undefined"
  } catch (error) {
    tellDeveloper(kit, error)
    throw error
  }
}

const always = 'always' as const // without a network it fails, and says so

/** The newest page of an account's transactions: the one that is asked again when something happened. */
export function newestQuery(kit: Kit, accountId: AccountId) {
  return {
    queryKey: ['history', accountId] as const,
    staleTime: fresh,
    networkMode: always,
    queryFn: ({ signal }: { signal: AbortSignal }) => ask(kit, accountId, { signal }),
  }
}

/** All of an account's transactions, page by page, as they were when it was begun: what comes later is in {@link newestQuery}. */
export function historyQuery(kit: Kit, accountId: AccountId) {
  return {
    queryKey: ['history pages', accountId] as const,
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: always,
    refetchOnWindowFocus: false, // it would ask for every page again
    refetchOnReconnect: false,
    structuralSharing: false, // pages are never asked twice, and comparing a hundred thousand entries takes its time
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam: cursor, signal }: { pageParam: string | undefined; signal: AbortSignal }): Promise<HistoryPage | null> => {
      if (cursor !== undefined) return ask(kit, accountId, { cursor, signal })
      const { client } = await kit.context.queries()
      return client.fetchQuery(newestQuery(kit, accountId))
    },
    getNextPageParam: (last: HistoryPage | null, pages: readonly (HistoryPage | null)[]) => (pages.length < mostPages ? last?.next : undefined),
  }
}
