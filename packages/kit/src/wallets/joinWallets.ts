import * as counts from '@latchkey/protocol/counts'
import type { Connector } from '../core/adapter.ts'
import type { Wallet } from '../core/wallet.ts'
import type { ConnectSources } from './connectRows.ts'
import { namedBy } from './namedBy.ts'
import { identityOfConnector, identityOfWallet, isSameWallet } from './sameWallet.ts'
import type { Identity } from './sameWallet.ts'
import { visibleConnectors } from './visibleConnectors.ts'

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

type Entry = { identity: Identity; id: string; name: string; rdns?: string; group?: WalletGroup; rank: number; connector?: Connector; wallet?: Wallet }

/** Every wallet of every source once, with the groups that it belongs to; without those that the site excludes or does not include. */
export function joinWallets(sources: ConnectSources): readonly JoinedWallet[] {
  const joined: Entry[][] = []
  for (const entry of entriesOf(sources)) {
    const same = joined.find((entries) => entries.some((other) => isSame(entry, other)))
    if (same) same.push(entry)
    else joined.push([entry])
  }
  const { includeWalletIds = [], excludeWalletIds, featuredWalletIds = [] } = sources.options
  const isExcluded = namedBy(excludeWalletIds)
  const isIncluded = namedBy([...includeWalletIds, ...featuredWalletIds])
  return joined.filter(isReachable).map(toWallet)
    .filter(({ names }) => !names.some(isExcluded))
    // what the site names itself is wanted
    .filter(({ names, ranks }) => includeWalletIds.length === 0 || ranks.custom !== undefined || names.some(isIncluded))
}

/** What is known of all wallets, those in the browser first and the remembered ones last. */
function entriesOf({ connectors, recents, featured = [], recommended = [], options, device }: ConnectSources): readonly Entry[] {
  const { customWallets = [], featuredWalletIds = [] } = options
  const inBrowser = visibleConnectors(connectors, device).flatMap((connector, rank): Entry[] =>
    connector.type === 'walletConnect' ? [] : [{ ...connector, identity: identityOfConnector(connector), group: connector.type, rank, connector }])
  const listed = (group: WalletGroup, wallets: readonly Wallet[]) => wallets.map((wallet, rank): Entry => ({ ...entryOf(wallet), group, rank }))
  const known = [...inBrowser, ...listed('custom', customWallets)]
  const chosen = featuredWalletIds.flatMap((id, rank) => [...known, ...featured.map(entryOf)].filter(namedBy([id])).map((entry): Entry => ({ ...entry, group: 'featured', rank })))
  const used = recents.filter(({ id }) => id !== 'walletConnect').slice(0, counts.recentWallets)
  return [...known, ...chosen, ...listed('recommended', recommended), ...listed('recent', used)]
}

const entryOf = (wallet: Wallet): Entry => ({ identity: identityOfWallet(wallet), id: wallet.id, name: wallet.name, rdns: wallet.rdns, rank: 0, wallet })

/** Two connectors of one namespace are two wallets, whatever they call themselves. */
function isSame(a: Entry, b: Entry): boolean {
  if (a.connector && b.connector) return a.id === b.id
  return isSameWallet(a.identity, b.identity)
}

/** What is only remembered, and by no more than its name, is an extension that is not there any more. */
function isReachable(entries: readonly Entry[]): boolean {
  return entries.some(({ group, wallet }) => group !== 'recent' || Object.keys(wallet ?? {}).length > 2)
}

function toWallet(entries: readonly Entry[]): JoinedWallet {
  const [first] = entries
  if (!first) throw new RangeError('a wallet comes from somewhere')
  const ranks: JoinedWallet['ranks'] = {}
  for (const { group, rank } of entries) if (group) ranks[group] ??= rank
  const own = entries.flatMap(({ connector }) => connector ?? [])
  const connectors = own.filter(({ namespace }, index) => own.findIndex((other) => other.namespace === namespace) === index)
  const names = entries.flatMap(({ id, name, rdns }) => (rdns ? [{ id, name }, { id: rdns, name }] : [{ id, name }]))
  return { key: first.rdns ?? first.id, name: first.identity.name, connectors, wallet: entries.find(({ wallet }) => wallet)?.wallet, ranks, names }
}
