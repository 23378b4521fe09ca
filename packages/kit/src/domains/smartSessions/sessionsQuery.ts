import type { AccountId } from '@latchkey/protocol/caip'
import * as times from '@latchkey/protocol/times'
import type { SmartSession } from '../../core/contracts/facets/smartSessions.ts'
import type { Kit } from '../../core/kit/kit.ts'
import { loadCode } from '../../core/page/loadCode.ts'
import { isOpen } from './endedSessions.ts'

/**
 * The query of the site's sessions of an account. While one of them counts, they are requested
 * again every 30 s.
 */
export function sessionsQuery(kit: Kit, accountId: AccountId) {
  return {
    queryKey: ['smartSessions', accountId] as const,
    staleTime: times.balanceCache,
    networkMode: 'always' as const, // when the page is offline, the query fails at once
    refetchInterval: ({
      state,
    }: {
      state: { data: readonly SmartSession[] | undefined }
    }): number | false => (state.data?.some(isOpen) ? times.balanceCache : false),
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<readonly SmartSession[]> =>
      (await loadCode(import('./listSessions.lazy.ts'))).listSessions(kit, { signal }),
  }
}
