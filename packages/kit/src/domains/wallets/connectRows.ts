import * as counts from '@latchkey/protocol/counts'
import { defaultFeatures } from '../../core/kit/features.ts'
import type { KitOptions } from '../../core/options/options.ts'
import { inGroups, type ConnectRow } from './inGroups.ts'
import { inOrder } from './inOrder.ts'
import { joinWallets, type ConnectSources } from './joinWallets.ts'
import type { JoinedWallet, WalletGroup } from './joinWallets.ts'
import { retainPlaces } from './retainPlaces.ts'
import { pendingKey } from './pendingKey.ts'
import { createIdMatcher } from '../../core/options/createIdMatcher.ts'

/**
 * The wallet rows of the Connect screen, without duplicates and without wallets that the site
 * excludes. The site's own groups come first. A wallet outside of them may belong to several of the
 * kit's groups; it is in the first one by `connectorTypeOrder`. If there are few rows, recommended
 * wallets are added until there are four. Rows in `shown` never move down or disappear when later
 * wallets arrive.
 */
export function connectRows(
  sources: ConnectSources,
  shown: readonly ConnectRow[] = [],
): readonly ConnectRow[] {
  const { options, connectors, all } = sources
  if (options.enableWallets === false) return []
  const isExcluded = createIdMatcher(options.excludeWalletIds)
  const phones = connectors.filter(
    (wallet) =>
      wallet.type === 'walletConnect' &&
      options.enableWalletConnect !== false &&
      !isExcluded(wallet),
  )
  const wallets = joinWallets(sources).filter(
    ({ connectors: own }) => own.length > 0 || phones.length > 0,
  )
  const rows = {
    walletConnect: phones
      .slice(0, 1)
      .map(({ id }): ConnectRow => ({ key: id, group: 'walletConnect', kind: 'walletConnect' })),
    ...rowsByGroup(wallets, sources, phones.length > 0, shown),
  }
  const listed = orderOf(options).flatMap((group) => rows[group])
  // No row for all wallets if all of them are already listed, or if no phone can be reached. Recent
  // wallets do not count as listed, because they may no longer be in the catalogue.
  const known = listed.filter((row) => 'wallet' in row && row.wallet && !row.isRecent).length
  const last: readonly ConnectRow[] =
    all && phones.length > 0 && !(all.count && all.count <= known)
      ? [{ key: 'all wallets', group: 'all', kind: 'all', ...all }]
      : []
  return retainPlaces(shown, [
    ...(options.walletGroups ? inGroups(listed, wallets, options.walletGroups) : listed),
    ...last,
  ])
}

/** The groups in the site's order. */
function orderOf({ features }: Pick<KitOptions, 'features'>) {
  return inOrder(features?.connectorTypeOrder, defaultFeatures.connectorTypeOrder) as readonly (
    | WalletGroup
    | 'walletConnect'
  )[] // `checkOptions` permits only these names
}

function rowsByGroup(
  wallets: readonly JoinedWallet[],
  { featured, recommended, options }: ConnectSources,
  hasPhones: boolean,
  shown: readonly ConnectRow[],
) {
  const groups: Record<WalletGroup, ConnectRow[]> = {
    recent: [],
    injected: [],
    featured: [],
    custom: [],
    external: [],
    recommended: [],
  }
  const order = orderOf(options).filter((group) => group !== 'walletConnect')
  const isFiller = ({ ranks }: JoinedWallet) =>
    ranks.recommended !== undefined && Object.keys(ranks).length === 1
  const chosen = wallets.filter((wallet) => !isFiller(wallet))
  const missing = hasPhones && !featured ? missingFeatured(chosen, options) : []
  const room = Math.max(0, counts.walletsRecommended - chosen.length - missing.length)
  const isShown = ({ key }: JoinedWallet) => shown.some((row) => row.key === key)
  const fillers = sortedBy('recommended', wallets.filter(isFiller))
  const stillShown = fillers.filter(isShown)
  const added = fillers
    .filter((wallet) => !isShown(wallet))
    .slice(0, Math.max(0, room - stillShown.length))

  const placed = [...chosen, ...stillShown, ...added]
  const isDuplicate = ({ name, key }: JoinedWallet) =>
    placed.some((entry) => entry.key !== key && entry.name === name)
  for (const group of order) {
    const own = placed.filter(
      (wallet) => order.find((name) => wallet.ranks[name] !== undefined) === group,
    )
    groups[group].push(
      ...sortedBy(group, own).map((wallet) => rowOf(wallet, group, isDuplicate(wallet))),
    )
  }
  groups.featured.push(...missing.map((id) => pendingRow('featured', id)))
  if (hasPhones && !recommended)
    groups.recommended.push(
      ...Array.from({ length: Math.max(0, room - stillShown.length) }, (_, index) =>
        pendingRow('recommended', String(index)),
      ),
    )
  return groups
}

/** Sorts a group: installed wallets come first. Recent wallets are sorted by their last use. */
function sortedBy(group: WalletGroup, wallets: readonly JoinedWallet[]): readonly JoinedWallet[] {
  const isNotInstalled = ({ connectors }: JoinedWallet) =>
    connectors.length === 0 && group !== 'recent' ? 1 : 0
  return [...wallets].sort(
    (a, b) =>
      isNotInstalled(a) - isNotInstalled(b) || (a.ranks[group] ?? 0) - (b.ranks[group] ?? 0),
  )
}

/** The ids of wallets that the site features and that have not been loaded yet. */
function missingFeatured(
  known: readonly JoinedWallet[],
  { featuredWalletIds = [], excludeWalletIds }: ConnectSources['options'],
): readonly string[] {
  const isExcluded = createIdMatcher(excludeWalletIds)
  return [...new Set(featuredWalletIds)].filter(
    (id) =>
      !isExcluded({ id, name: id }) &&
      !known.some(({ names }) => names.some(createIdMatcher([id]))),
  )
}

function pendingRow(group: WalletGroup, id: string): ConnectRow {
  return { key: pendingKey(group, id), group, kind: 'pending' }
}

function rowOf(
  { key, connectors: [first, ...rest], wallet, ranks }: JoinedWallet,
  group: WalletGroup,
  isDuplicate: boolean,
): ConnectRow {
  const isRecent = ranks.recent !== undefined
  if (first)
    return {
      key,
      group,
      kind: 'connector',
      connectors: [first, ...rest],
      wallet,
      isRecent,
      detail: isDuplicate ? first.id : undefined,
    }
  if (!wallet) throw new RangeError(`${key} is no wallet`)
  return {
    key,
    group,
    kind: 'wallet',
    wallet,
    isRecent,
    detail: isDuplicate ? wallet.rdns : undefined,
  }
}
