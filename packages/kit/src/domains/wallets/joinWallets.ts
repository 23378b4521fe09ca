import * as counts from '@latchkey/protocol/counts'
import type { Connector } from '../../core/contracts/connectorSource.ts'
import type { Wallet } from '../../core/contracts/wallet.ts'
import { createIdMatcher } from '../../core/options/createIdMatcher.ts'
import { isOneWallet } from './isOneWallet.ts'
import { isListed } from './isListed.ts'
import { identityOfConnector, identityOfWallet, sharesName, intersects } from './walletIdentity.ts'
import type { Identity } from './walletIdentity.ts'
import { isHere, visibleConnectors } from './visibleConnectors.ts'
import type { Device } from '../../core/page/device.ts'
import type { KitOptions } from '../../core/options/options.ts'

/** The inputs of the list of wallets on the Connect screen. */
export type ConnectSources = {
  connectors: readonly Connector[]
  /** Recently used wallets, newest first. */
  recents: readonly Wallet[]
  /**
   * The catalogue's entries of the wallets that the site features. Undefined while they are
   * loading.
   */
  featured: readonly Wallet[] | undefined
  /** The catalogue's first wallets. Undefined while they are loading. */
  recommended: readonly Wallet[] | undefined
  /**
   * The row that leads to all wallets, with their number once it is known. Undefined if there are
   * no others.
   */
  all?: { count: number | undefined }
  options: Pick<
    KitOptions,
    | 'features'
    | 'customWallets'
    | 'includeWalletIds'
    | 'excludeWalletIds'
    | 'featuredWalletIds'
    | 'walletGroups'
    | 'enableWallets'
    | 'enableWalletConnect'
  >
  device: Pick<Device, 'isPhone' | 'hasProvider'>
}

/**
 * The groups of the Connect screen that a wallet may be in. WalletConnect itself is no wallet. See
 * docs/contracts/product.md#connect-screen.
 */
export type WalletGroup = 'recent' | 'injected' | 'featured' | 'custom' | 'external' | 'recommended'

/** One wallet, joined from all entries about it. */
export type JoinedWallet = {
  /** The wallet's reverse domain name if it has one, else its id. */
  key: string
  /** The shown name, in lower case. */
  name: string
  /** The wallet's connectors in this browser, one for each namespace. */
  connectors: readonly Connector[]
  /** The first description of the wallet in a list: the site's own before the catalogue's. */
  wallet: Wallet | undefined
  /** The groups that contain the wallet, with its place in each group. */
  ranks: { [group in WalletGroup]?: number }
  /** The wallet's ids and names in all sources. */
  names: readonly { id: string; name: string }[]
}

/**
 * What one source says about a wallet. `group` is absent for a featured wallet, whose place follows
 * from the site's order.
 */
type Entry = {
  identity: Identity
  id: string
  name: string
  rdns?: string
  group?: WalletGroup
  rank: number
  connector?: Connector
  wallet?: Wallet
}

/** All entries about one wallet. */
type Entries = [Entry, ...Entry[]]

/**
 * Joins the wallets of all sources: without duplicates, and with the groups of each wallet. Wallets
 * that the site excludes or does not include are left out.
 */
export function joinWallets(sources: ConnectSources): readonly JoinedWallet[] {
  const joined: Entries[] = []
  for (const entry of entriesOf(sources)) {
    const same = findSame(entry, joined, sources.connectors)
    if (same) same.push(entry)
    else joined.push([entry])
  }
  const isWanted = isListed(sources.options)
  return joined
    .filter(isReachable)
    .map((entries) => toWallet(entries, sources.options.featuredWalletIds ?? []))
    .filter(({ names }) => isWanted(...names))
}

/** The entries of all sources: wallets in the browser come first, recent wallets last. */
function entriesOf({
  connectors,
  recents,
  featured = [],
  recommended = [],
  options,
  device,
}: ConnectSources): readonly Entry[] {
  const inBrowser = visibleConnectors(connectors, device).flatMap((connector, rank): Entry[] =>
    isHere(connector)
      ? [
          {
            ...connector,
            identity: identityOfConnector(connector),
            group: connector.type,
            rank,
            connector,
          },
        ]
      : [],
  )
  const listed = (wallets: readonly Wallet[], group?: WalletGroup) =>
    wallets.map(
      (wallet, rank): Entry => ({
        ...wallet,
        identity: identityOfWallet(wallet),
        group,
        rank,
        wallet,
      }),
    )
  const used = recents.filter(({ id }) => id !== 'walletConnect').slice(0, counts.recentWallets)
  return [
    ...inBrowser,
    ...listed(options.customWallets ?? [], 'custom'),
    ...listed(featured),
    ...listed(recommended, 'recommended'),
    ...listed(used, 'recent'),
  ]
}

/**
 * Finds the wallet that an entry is about, among the wallets that are joined so far. Ids are
 * compared first, so that a name never leads to another wallet. A phone that has scanned a code
 * reports no id of the catalogue, but perhaps the link that opens its app.
 */
function findSame(
  entry: Entry,
  joined: readonly Entries[],
  all: readonly Connector[],
): Entries | undefined {
  const findBy = (key: 'ids' | 'apps') =>
    joined.find((entries) =>
      entries.some((existing) => intersects(entry.identity[key], existing.identity[key])),
    )
  const byId = findBy('ids') ?? (entry.group === 'recent' ? findBy('apps') : undefined)
  // The connectors are joined first, so a connector is compared only with connectors. Two
  // connectors with ids are two wallets, even if they have the same name.
  const { connector } = entry
  if (byId || connector)
    return (
      byId ??
      joined.find((entries) =>
        entries.some(
          (existing) =>
            connector && existing.connector && isOneWallet(connector, existing.connector, all),
        ),
      )
    )
  return joined.find((entries) =>
    sharesName(
      entry.identity,
      entries.map(({ identity }) => identity),
    ),
  )
}

/**
 * Whether a wallet can be reached. If its only source is the list of recent wallets, and that has
 * only an id and a name, it is an extension that was removed.
 */
function isReachable(entries: readonly Entry[]): boolean {
  return entries.some(
    ({ group, wallet }) => group !== 'recent' || Object.keys(wallet ?? {}).length > 2,
  )
}

function toWallet(entries: Entries, featuredWalletIds: readonly string[]): JoinedWallet {
  const [first] = entries
  const names = entries.flatMap(({ id, name, rdns = id }) => [
    { id, name },
    { id: rdns, name },
  ])
  const featured = featuredWalletIds.findIndex((id) => names.some(createIdMatcher([id])))
  const ranks: JoinedWallet['ranks'] = featured < 0 ? {} : { featured }
  for (const { group, rank } of entries) if (group) ranks[group] ??= rank
  const own = entries.flatMap(({ connector }) => connector ?? [])
  const connectors = own.filter(
    ({ namespace }, index) =>
      own.findIndex((connector) => connector.namespace === namespace) === index,
  )
  return {
    key: first.rdns ?? first.id,
    name: first.identity.name,
    connectors,
    wallet: entries.find(({ wallet }) => wallet)?.wallet,
    ranks,
    names,
  }
}
