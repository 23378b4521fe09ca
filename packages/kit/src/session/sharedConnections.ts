import { partsOf } from '@latchkey/protocol/isObject'
import type { NetworkId } from '@latchkey/protocol/caip'
import type { Namespace } from '@latchkey/protocol/namespace'
import type { Kit } from '../core/kit/kit.ts'
import { readStored, sharedKey, writeStored } from '../core/storage/storage.ts'
import { contextOf } from '../core/kit/context.ts'

/**
 * The ids of the wallets of one namespace to which the tabs of a site are connected. `selected` is
 * the account that a tab has selected in the current one, where the site selects the account.
 */
export type Shared = { connectors: readonly string[]; current?: string; selected?: string }
/**
 * A wallet of an earlier visit that does not appear any more: the number of visits without it, and
 * the time of the last count in milliseconds. After three visits, the kit forgets the wallet.
 */
export type MissedCount = { connectorId: string; count: number; at: number }
/**
 * The data that tabs share: the wallets by namespace, the network of the last switch, and the
 * number of changes of own transactions. `wanted` is the network that the visitor chose while no
 * wallet was connected: the next wallet gets a request to switch to it.
 */
export type SharedConnections = {
  sessions: { [namespace: string]: Shared }
  networkId?: string
  wanted?: string | undefined
  transactions?: number
  missed?: MissedCount | undefined
}

const noConnections: Shared = { connectors: [] }

/** Reads the data that all tabs of the site share. Invalid content is ignored. */
export function readShared(kit: Kit): SharedConnections {
  const { storage } = contextOf(kit)
  const { sessions, networkId, wanted, transactions, missed } = partsOf(
    readStored(storage.raw, 'connections'),
  )
  return {
    sessions: Object.fromEntries(
      Object.entries(partsOf(sessions)).map(([name, stored]) => [name, readSharedSession(stored)]),
    ),
    ...(typeof networkId === 'string' && { networkId }),
    ...(typeof wanted === 'string' && { wanted }),
    ...(typeof transactions === 'number' && { transactions }),
    ...readMissed(missed),
  }
}

function readMissed(value: unknown): { missed?: MissedCount } {
  const { connectorId, count, at } = partsOf(value)
  return typeof connectorId === 'string' && typeof count === 'number' && typeof at === 'number'
    ? { missed: { connectorId, count, at } }
    : {}
}

function readSharedSession(value: unknown): Shared {
  const { connectors, current, selected } = partsOf(value)
  return {
    connectors: Array.isArray(connectors)
      ? connectors.filter((id): id is string => typeof id === 'string')
      : [],
    ...(typeof current === 'string' && { current }),
    ...(typeof selected === 'string' && { selected }),
  }
}

/**
 * Stores the current wallet for the other tabs and for the next visit.
 * @param address the selected account. Without it, the same one as before
 */
export function shareCurrent(
  kit: Kit,
  namespace: Namespace,
  connectorId: string,
  address?: string,
): void {
  updateShared(kit, namespace, ({ connectors, current, selected: before }) => {
    const selected = address ?? (current === connectorId ? before : undefined)
    return {
      connectors: connectors.includes(connectorId) ? connectors : [...connectors, connectorId],
      current: connectorId,
      ...(selected !== undefined && { selected }),
    }
  })
  contextOf(kit).storage.set('recent-connector', connectorId)
  contextOf(kit).storage.set('active-namespace', namespace)
}

/** Removes wallets that are no longer connected. */
export function unshare(kit: Kit, namespace: Namespace, connectorIds: readonly string[]): void {
  if (connectorIds.length > 0)
    updateShared(kit, namespace, ({ connectors, current, selected }) => ({
      connectors: connectors.filter((id) => !connectorIds.includes(id)),
      ...(current !== undefined &&
        !connectorIds.includes(current) && { current, ...(selected && { selected }) }),
    }))
}

/**
 * Stores the network of the last switch. `isWanted`: no wallet was connected in its namespace, so
 * the next one is to switch to it.
 */
export function shareNetwork(kit: Kit, networkId: string, isWanted: boolean): void {
  write(kit, { ...readShared(kit), networkId, ...(isWanted && { wanted: networkId }) })
}

/**
 * The network of a namespace that was chosen without a wallet. Undefined after a wallet has
 * connected there.
 */
export function wantedNetwork(kit: Kit, namespace: Namespace): NetworkId | undefined {
  const { wanted } = readShared(kit)
  return contextOf(kit).networks.find(
    (network) => network.namespace === namespace && network.networkId === wanted,
  )?.networkId
}

/** Removes the wanted network of a namespace, because a wallet is connected there now. */
export function forgetWanted(kit: Kit, namespace: Namespace): void {
  if (wantedNetwork(kit, namespace)) write(kit, { ...readShared(kit), wanted: undefined })
}

/** Notifies the other tabs that own transactions have changed. */
export function shareTransactions(kit: Kit): void {
  const shared = readShared(kit)
  write(kit, { ...shared, transactions: (shared.transactions ?? 0) + 1 })
}

/** Changes the shared data of one namespace. */
export function updateShared(
  kit: Kit,
  namespace: Namespace,
  change: (shared: Shared) => Shared,
): void {
  const shared = readShared(kit)
  write(kit, {
    ...shared,
    sessions: {
      ...shared.sessions,
      [namespace]: change(shared.sessions[namespace] ?? noConnections),
    },
  })
}

function write(kit: Kit, shared: SharedConnections): void {
  if (writeShared(kit, shared)) rememberStatus(kit, shared)
}

/**
 * Stores the shared data alone. The caller updates the values that depend on it.
 * @returns whether it has changed
 */
export function writeShared(kit: Kit, shared: SharedConnections): boolean {
  const { storage } = contextOf(kit)
  // without a change there is no write, because a write would notify the other tabs
  if (storage.raw.getItem(sharedKey) === JSON.stringify(shared)) return false
  writeStored(storage.raw, 'connections', shared)
  return true
}

/**
 * Stores which namespaces are connected, and whether the next visit has a connection to restore.
 */
export function rememberStatus(kit: Kit, { sessions } = readShared(kit)): void {
  const { storage } = contextOf(kit)
  const connected = Object.entries(sessions).filter(([, { connectors }]) => connectors.length > 0)
  const recent = storage.get('recent-connector')
  storage.set(
    'connected-namespaces',
    connected.map(([name]) => name),
  )
  storage.set('connection-status', connected.length > 0 ? 'connected' : 'disconnected')
  if (recent !== undefined && connected.length === 0) storage.remove('recent-connector')
}
