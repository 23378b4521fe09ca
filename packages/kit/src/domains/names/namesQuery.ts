import { addressKey } from '@latchkey/protocol/address'
import * as times from '@latchkey/protocol/times'
import { loadCode } from '../../core/page/loadCode.ts'
import type { Kit } from '../../core/kit/kit.ts'

/**
 * A registered name of an account. It is untrusted: show it as text. `registeredAt` is a time in
 * RFC 3339, absent if unknown.
 */
export type AccountName = { name: string; registeredAt?: string }

/** The key of an account's names in the kit's query cache. */
export const namesKey = (address: string) => ['names', addressKey(address)] as const

/** The query for an account's names, cached for five minutes. Without an API no request is sent. */
export function namesQuery(kit: Kit, address: string) {
  return {
    queryKey: namesKey(address),
    staleTime: times.nameCache,
    gcTime: times.nameCache,
    networkMode: 'always' as const, // when the page is offline, the query fails at once
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<readonly AccountName[]> =>
      (await loadCode(import('./getNames.lazy.ts'))).getNames(kit, { address, signal }),
  }
}
