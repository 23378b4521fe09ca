import * as counts from '@latchkey/protocol/counts'
import type { Connector } from '../core/connectorSource.ts'
import type { Wallet } from '../core/wallet.ts'
import type { ConnectSources } from './connectRows.ts'
import { namedBy } from '../core/namedBy.ts'
import { isListed } from './isListed.ts'
import { identityOfConnector, identityOfWallet, sharesName, sharesOne } from './walletIdentity.ts'
import type { Identity } from './walletIdentity.ts'
import { isHere, visibleConnectors } from './visibleConnectors.ts'

/** Where a wallet may stand on the Connect screen (spec section 2, connector list order); WalletConnect itself is no wallet. */
export type WalletGroup = 'recent' | 'injected' | 'featured' | 'custom' | 'external' | 'recommended'

/** One wallet, from all that speak of it. */
export type JoinedWallet = {
  /** Its reverse domain name where it has one, else its id. */
  key: string
  /** As shown, in small letters. */
  name: string
  /** Those of this browser, one for each namespace. */
  connectors: readonly Connector[]
  /** What a list says of it, the freshest first. */
  wallet: Wallet | undefined
  /** The groups it belongs to, with its place in each. */
  ranks: { [group in WalletGroup]?: number }
  /** By what ids and names the sources know it. */
  names: readonly { id: string; name: string }[]
}

/** One source's word on a wallet; `group` is absent where the site's order of featured ones gives the place. */
type Entry = { identity: Identity; id: string; name: string; rdns?: string; group?: WalletGroup; rank: number; connector?: Connector; wallet?: Wallet }

/** All that is said of one wallet. */
type Entries = [Entry, ...Entry[]]

/** Every wallet of every source once, with the groups that it belongs to; without those that the site excludes or does not include. */
export function joinWallets(sources: ConnectSources): readonly JoinedWallet[] {
  const joined: Entries[] = []
  for (const entry of entriesOf(sources)) {
    const same = findSame(entry, joined)
    if (same) same.push(entry)
    else joined.push([entry])
  }
  const isWanted = isListed(sources.options)
  return joined.filter(isReachable).map((entries) => toWallet(entries, sources.options.featuredWalletIds ?? [])).filter(({ names }) => isWanted(...names))
}

/** What is known of all wallets, those in the browser first and the remembered ones last. */
function entriesOf({ connectors, recents, featured = [], recommended = [], options, device }: ConnectSources): readonly Entry[] {
  const inBrowser = visibleConnectors(connectors, device).flatMap((connector, rank): Entry[] =>
    isHere(connector) ? [{ ...connector, identity: identityOfConnector(connector), group: connector.type, rank, connector }] : [])
  const listed = (wallets: readonly Wallet[], group?: WalletGroup) => wallets.map((wallet, rank): Entry => ({ ...wallet, identity: identityOfWallet(wallet), group, rank, wallet }))
  const used = recents.filter(({ id }) => id !== 'walletConnect').slice(0, counts.recentWallets)
  return [...inBrowser, ...listed(options.customWallets ?? [], 'custom'), ...listed(featured), ...listed(recommended, 'recommended'), ...listed(used, 'recent')]
}

/**
 * The wallet that an entry speaks of, among those known by now: by id first, so that a name never leads elsewhere. A phone that read
 * a code told no id of the catalogue's, but perhaps how its app is opened.
 */
function findSame(entry: Entry, joined: readonly Entries[]): Entries | undefined {
  const findBy = (key: 'ids' | 'apps') => joined.find((entries) => entries.some((other) => sharesOne(entry.identity[key], other.identity[key])))
  const byId = findBy('ids') ?? (entry.group === 'recent' ? findBy('apps') : undefined)
  // connectors come first, and two of them are two wallets, whatever they call themselves
  if (byId || entry.connector) return byId
  return joined.find((entries) => sharesName(entry.identity, entries.map(({ identity }) => identity)))
}

/** What is only remembered, and by no more than its name, is an extension that is not there any more. */
function isReachable(entries: readonly Entry[]): boolean {
  return entries.some(({ group, wallet }) => group !== 'recent' || Object.keys(wallet ?? {}).length > 2)
}

function toWallet(entries: Entries, featuredWalletIds: readonly string[]): JoinedWallet {
  const [first] = entries
  const names = entries.flatMap(({ id, name, rdns = id }) => [{ id, name }, { id: rdns, name }])
  const featured = featuredWalletIds.findIndex((id) => names.some(namedBy([id])))
  const ranks: JoinedWallet['ranks'] = featured < 0 ? {} : { featured }
  for (const { group, rank } of entries) if (group) ranks[group] ??= rank
  const own = entries.flatMap(({ connector }) => connector ?? [])
  const connectors = own.filter(({ namespace }, index) => own.findIndex((other) => other.namespace === namespace) === index)
  return { key: first.rdns ?? first.id, name: first.identity.name, connectors, wallet: entries.find(({ wallet }) => wallet)?.wallet, ranks, names }
}
