import type { AccountId } from '@latchkey/protocol/caip'
import * as times from '@latchkey/protocol/times'
import { kitError } from '../../core/errors/errors.ts'
import type { Kit } from '../../core/kit/kit.ts'
import type { Nft, NftPage } from './getNfts.lazy.ts'

/** The maximum number of pages that are requested: a faulty API could send cursors without end. */
const maxPages = 200

/**
 * The infinite query of an account's NFTs, cached for 30 s. A page is null if no service lists NFTs
 * of the network.
 */
export function nftsQuery(kit: Kit, accountId: AccountId) {
  return {
    queryKey: ['nfts', accountId] as const,
    staleTime: times.balanceCache,
    networkMode: 'always' as const, // when the page is offline, the query fails at once
    initialPageParam: undefined as string | undefined,
    queryFn: async ({
      pageParam: cursor,
      signal,
    }: {
      pageParam: string | undefined
      signal: AbortSignal
    }): Promise<NftPage | null> => {
      const { getNfts } = await import('./getNfts.lazy.ts').catch((cause: unknown) => {
        throw kitError('httpFailed', { cause })
      })
      // null, because TanStack Query does not allow undefined as a result
      return (await getNfts(kit, { accountId, cursor, signal })) ?? null
    },
    getNextPageParam: (
      last: NftPage | null,
      pages: readonly (NftPage | null)[],
      cursor: string | undefined,
    ) => (last?.next !== cursor && pages.length < maxPages ? last?.next : undefined),
  }
}

/** The NFTs of all pages, without duplicates; null if no service lists NFTs of the network. */
export function joinNftPages(pages: readonly (NftPage | null)[]): readonly Nft[] | null {
  if (pages[0] === null) return null
  const seen = new Set<string>()
  return pages.flatMap((page) => page?.nfts ?? []).filter(({ id }) => !seen.has(id) && seen.add(id))
}
