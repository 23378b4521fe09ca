import * as counts from '@latchkey/protocol/counts'
import { createNameSearch } from '@latchkey/protocol/nameSearch'
import * as times from '@latchkey/protocol/times'
import type { Kit } from '../../core/kit/kit.ts'
import type { Wallet, WalletList, WalletListParameters } from '../../core/contracts/wallet.ts'
import { lazily } from '../../core/page/loadCode.ts'
import { createIdMatcher } from '../../core/options/createIdMatcher.ts'
import { identityOfWallet, isSameWallet } from './walletIdentity.ts'
import { contextOf } from '../../core/kit/context.ts'

/** Loads the code that requests a list of wallets. Some code needs only the keys of the queries. */
export const loadWalletList = lazily(() => import('./listWallets.lazy.ts'))

const listCatalogue = async (kit: Kit, parameters: WalletListParameters) =>
  (await loadWalletList()).listCatalogue(kit, parameters)

type Signal = { signal: AbortSignal }
/**
 * A page of wallets. `count` is the number of all wallets; `listed` is the number of those in the
 * catalogue.
 */
type WalletPage = WalletList & { listed: number }

/**
 * The catalogue rarely changes, so answers are cached for two hours, also while no screen uses
 * them. See docs/contracts/api.md#wallet-list.
 */
const cacheTimes = { staleTime: times.walletList, gcTime: times.walletList }

/**
 * The infinite query of all wallets. A page has 40 wallets of the catalogue. On the first page, the
 * wallets that the site features and then the site's own wallets come before these. {@link
 * joinPages} removes duplicates between pages.
 */
export function walletPagesQuery(kit: Kit) {
  const { includeWalletIds: include, excludeWalletIds: exclude } = contextOf(kit).options
  return {
    ...cacheTimes,
    queryKey: ['wallets', 'pages'] as const,
    initialPageParam: 1,
    queryFn: async ({
      pageParam: page,
      signal,
    }: Signal & { pageParam: number }): Promise<WalletPage> => {
      const [list, first] = await Promise.all([
        page === 1 ? firstPage(kit) : listCatalogue(kit, { page, include, exclude, signal }),
        page === 1 ? foremost(kit, signal) : [],
      ])
      return {
        count: countAll(kit, list),
        listed: list.count,
        wallets: asOwn(kit, [...first, ...list.wallets]),
      }
    },
    getNextPageParam: ({ listed, wallets }: WalletPage, pages: readonly WalletPage[]) =>
      wallets.length > 0 && pages.length * counts.walletPage < listed
        ? pages.length + 1
        : undefined,
  }
}

/**
 * The first page of the catalogue. The number of all wallets and the list of all wallets are of one
 * answer, so that the list is there when the visitor opens it.
 */
async function firstPage(kit: Kit): Promise<WalletList> {
  const { includeWalletIds: include, excludeWalletIds: exclude } = contextOf(kit).options
  const { client } = await contextOf(kit).queries()
  return client.fetchQuery({
    ...cacheTimes,
    queryKey: ['wallets', 'first page'] as const,
    queryFn: ({ signal }: Signal) => listCatalogue(kit, { include, exclude, signal }),
  })
}

/** The wallets of all pages, without duplicates. */
export function joinPages(pages: readonly WalletList[]): readonly Wallet[] {
  return unique(pages.flatMap(({ wallets }) => wallets))
}

/**
 * The query of wallets whose name contains a text: first the site's own wallets, then at most 100
 * of the catalogue. Each part begins with its best match.
 */
export function walletSearchQuery(kit: Kit, search: string) {
  const { includeWalletIds: include, excludeWalletIds: exclude } = contextOf(kit).options
  const text = search.trim().toLowerCase()
  return {
    ...cacheTimes,
    queryKey: ['wallets', 'search', text] as const,
    queryFn: async ({ signal }: Signal): Promise<readonly Wallet[]> => {
      const { wallets } = await listCatalogue(kit, {
        entries: counts.walletSearchPage,
        search: text,
        include,
        exclude,
        signal,
      })
      return asOwn(kit, [...createNameSearch(customWallets(kit))(text), ...wallets])
    },
  }
}

/**
 * The query of the wallets that the site features, in its order. If it features none, no request is
 * sent.
 */
export function featuredWalletsQuery(kit: Kit) {
  const { featuredWalletIds: include = [], excludeWalletIds: exclude } = contextOf(kit).options
  return {
    ...cacheTimes,
    queryKey: ['wallets', 'featured'] as const,
    queryFn: async ({ signal }: Signal): Promise<readonly Wallet[]> => {
      if (include.length === 0) return []
      const { wallets } = await listCatalogue(kit, {
        entries: counts.walletSearchPage,
        include,
        exclude,
        signal,
      })
      const known = unique([...customWallets(kit), ...wallets])
      return unique(include.flatMap((id) => known.filter(createIdMatcher([id]))))
    },
  }
}

/** The query of the catalogue's first four wallets that the site neither features nor excludes. */
export function recommendedWalletsQuery(kit: Kit) {
  const {
    includeWalletIds: include,
    excludeWalletIds = [],
    featuredWalletIds = [],
  } = contextOf(kit).options
  return {
    ...cacheTimes,
    queryKey: ['wallets', 'recommended'] as const,
    queryFn: async ({ signal }: Signal): Promise<readonly Wallet[]> =>
      (
        await listCatalogue(kit, {
          entries: counts.walletsRecommended,
          include,
          exclude: [...featuredWalletIds, ...excludeWalletIds],
          signal,
        })
      ).wallets,
  }
}

/** The query of the number of all wallets, from the first page of the catalogue. */
export function walletCountQuery(kit: Kit) {
  return {
    ...cacheTimes,
    queryKey: ['wallets', 'count'] as const,
    queryFn: async (): Promise<number> => countAll(kit, await firstPage(kit)),
  }
}

/**
 * The query of one wallet: from the site's own wallets, from a list that is already loaded, or from
 * the catalogue. Null for an unknown wallet.
 */
export function walletQuery(kit: Kit, walletId: string) {
  return {
    ...cacheTimes,
    queryKey: ['wallets', 'one', walletId] as const,
    queryFn: async ({ signal }: Signal): Promise<Wallet | null> => {
      const hasId = ({ id }: Wallet) => id === walletId
      const { client } = await contextOf(kit).queries()
      const lists = client
        .getQueriesData<unknown>({ queryKey: ['wallets'] })
        .flatMap(([, data]) => walletsIn(data))
      const known = [...customWallets(kit), ...lists].find(hasId)
      return (
        known ??
        (await listCatalogue(kit, { include: [walletId], signal })).wallets.find(hasId) ??
        null
      )
    },
  }
}

/** The wallets in the cached result of a query for several wallets; none for any other result. */
function walletsIn(data: unknown): readonly Wallet[] {
  // the result of a search, or of featured or recommended wallets
  if (Array.isArray(data)) return data as readonly Wallet[]
  if (typeof data === 'object' && data !== null && 'pages' in data)
    return joinPages(data.pages as readonly WalletList[]) // the result of the infinite query
  if (typeof data === 'object' && data !== null && 'wallets' in data)
    return data.wallets as readonly Wallet[] // the first page of the catalogue
  return []
}

async function foremost(kit: Kit, signal: AbortSignal): Promise<readonly Wallet[]> {
  const { client } = await contextOf(kit).queries()
  signal.throwIfAborted()
  return [...(await client.fetchQuery(featuredWalletsQuery(kit))), ...customWallets(kit)]
}

/** The wallets that the site describes itself, without those that it excludes. */
export function customWallets(kit: Kit): readonly Wallet[] {
  const { options } = contextOf(kit)
  const { customWallets = [], excludeWalletIds } = options
  const isExcluded = createIdMatcher(excludeWalletIds)
  return customWallets.filter((wallet) => !isExcluded(wallet))
}

/**
 * Removes duplicates, and replaces the catalogue's description of a wallet by the site's own, even
 * if the two have different ids.
 */
export function asOwn(kit: Kit, wallets: readonly Wallet[]): readonly Wallet[] {
  const ownOf = findOwn(kit)
  return unique(wallets.map((wallet) => ownOf(wallet) ?? wallet))
}

/**
 * The number of all wallets, including the site's own. A wallet that is also on this page of the
 * catalogue is counted once.
 */
function countAll(kit: Kit, { count, wallets }: WalletList): number {
  const ownOf = findOwn(kit)
  return contextOf(kit).api
    ? count +
        customWallets(kit).length -
        new Set(wallets.flatMap((wallet) => ownOf(wallet) ?? [])).size
    : count
}

/**
 * Creates the function that finds the site's own description of a wallet of the catalogue. As on
 * the Connect screen, the two may have different ids.
 */
function findOwn(kit: Kit): (wallet: Wallet) => Wallet | undefined {
  const own = customWallets(kit).map((wallet) => ({ wallet, identity: identityOfWallet(wallet) }))
  return (wallet) =>
    own.find(({ identity }) => isSameWallet(identity, identityOfWallet(wallet)))?.wallet
}

function unique(wallets: readonly Wallet[]): readonly Wallet[] {
  const seen = new Set<string>()
  return wallets.filter(({ id }) => !seen.has(id) && seen.add(id))
}
