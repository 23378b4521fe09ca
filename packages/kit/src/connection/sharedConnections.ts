import type { Namespace } from '@latchkey/protocol/namespace'
import type { Kit } from '../core/kit.ts'
import { connectionsOf } from '../core/session.ts'
import { activeSession } from '../core/state.ts'
import type { KitState } from '../core/state.ts'
import { sharedKey } from '../core/storage.ts'

/** Wallets of one namespace that the tabs of a site are connected to. */
export type Shared = { connectors: readonly string[]; current?: string }
/** The same by namespace, the network that was chosen without a wallet, and how often own transactions have changed. */
export type SharedConnections = { sessions: { [namespace: string]: Shared }; networkId?: string; transactions?: number }

const nobody: Shared = { connectors: [] }

/** What all tabs of the site share; broken content is nothing. */
export function readShared({ context: { storage } }: Kit): SharedConnections {
  const value = parse(storage.raw.getItem(sharedKey))
  const sessions = part(value, 'sessions')
  const networkId = part(value, 'networkId')
  const entries = typeof sessions === 'object' && sessions !== null ? Object.entries(sessions).map(([name, one]) => [name, readOne(one)] as const) : []
  const transactions = part(value, 'transactions')
  return { sessions: Object.fromEntries(entries), ...(typeof networkId === 'string' && { networkId }), ...(typeof transactions === 'number' && { transactions }) }
}

function readOne(value: unknown): Shared {
  const connectors = part(value, 'connectors')
  const current = part(value, 'current')
  return {
    connectors: Array.isArray(connectors) ? connectors.filter((one): one is string => typeof one === 'string') : [],
    ...(typeof current === 'string' && { current }),
  }
}

const part = (value: unknown, name: string): unknown => (typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined) // just seen to be there

function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return undefined // broken content
  }
}

/**
 * Keeps what the tabs share in step with this one, from the first call on: wallets that came are added, those that left are
 * taken out, and nothing else is touched, so that two tabs that hear of each other never contradict.
 */
export function shareConnections(kit: Kit): void {
  const { busy } = kit.context
  if (busy.has('share')) return
  busy.add('share')
  kit.subscribe((state, previous) => {
    if (state.sessions === previous.sessions) return
    for (const { namespace } of kit.context.adapters) shareChange(kit, namespace, idsOf(state, namespace), idsOf(previous, namespace))
  })
}

function shareChange(kit: Kit, namespace: Namespace, now: readonly string[], before: readonly string[]): void {
  const came = now.filter((id) => !before.includes(id))
  const left = before.filter((id) => !now.includes(id))
  if (came.length + left.length > 0) update(kit, namespace, ({ connectors, current }) => ({
    connectors: [...new Set([...connectors, ...came])].filter((id) => !left.includes(id)),
    current: current === undefined || left.includes(current) ? now[0] : current,
  }))
}

/** Says which wallet is the current one, to the other tabs and to the next visit. */
export function shareCurrent(kit: Kit, namespace: Namespace, connectorId: string): void {
  update(kit, namespace, ({ connectors }) => ({ connectors: connectors.includes(connectorId) ? connectors : [...connectors, connectorId], current: connectorId }))
  kit.context.storage.set('recent-connector', connectorId)
  kit.context.storage.set('active-namespace', namespace)
}

/** Takes out wallets that turned out to be connected no longer. */
export function unshare(kit: Kit, namespace: Namespace, connectorIds: readonly string[]): void {
  if (connectorIds.length > 0) update(kit, namespace, ({ connectors, current }) => ({
    connectors: connectors.filter((id) => !connectorIds.includes(id)),
    ...(current !== undefined && !connectorIds.includes(current) && { current }),
  }))
}

/** Says which network was chosen without a wallet. */
export function shareNetwork(kit: Kit, networkId: string): void {
  write(kit, { ...readShared(kit), networkId })
}

/** Says that own transactions have changed, so that other tabs look at them. */
export function shareTransactions(kit: Kit): void {
  const shared = readShared(kit)
  write(kit, { ...shared, transactions: (shared.transactions ?? 0) + 1 })
}

function update(kit: Kit, namespace: Namespace, change: (shared: Shared) => Shared): void {
  const shared = readShared(kit)
  write(kit, { ...shared, sessions: { ...shared.sessions, [namespace]: change(shared.sessions[namespace] ?? nobody) } })
}

function write(kit: Kit, shared: SharedConnections): void {
  const { storage } = kit.context
  const text = JSON.stringify(shared)
  if (storage.raw.getItem(sharedKey) === text) return
  storage.raw.setItem(sharedKey, text)
  rememberStatus(kit, shared)
}

/** Keeps which namespaces are connected, and so whether the next visit has something to look for. */
export function rememberStatus(kit: Kit, { sessions } = readShared(kit)): void {
  const { storage } = kit.context
  const connected = Object.entries(sessions).filter(([, { connectors }]) => connectors.length > 0)
  const recent = storage.get('recent-connector')
  storage.set('connected-namespaces', connected.map(([name]) => name))
  storage.set('connection-status', connected.length > 0 ? 'connected' : 'disconnected')
  if (recent !== undefined && connected.length === 0) storage.remove('recent-connector')
}

function idsOf({ sessions }: Pick<KitState, 'sessions'>, namespace: Namespace): readonly string[] {
  return connectionsOf(activeSession({ sessions, namespace })).map(({ connectorId }) => connectorId)
}
