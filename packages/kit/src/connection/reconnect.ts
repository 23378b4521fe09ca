import * as times from '@latchkey/protocol/times'
import type { ChainAdapter } from '../core/adapter.ts'
import type { Kit } from '../core/kit.ts'
import { connectionsOf, disconnected } from '../core/session.ts'
import type { Connection } from '../core/session.ts'
import { comeBack } from './comeBack.ts'
import { resumeTransactions } from './resumeTransactions.ts'
import { dispatch } from './sessions.ts'
import { shareConnections } from './shareConnections.ts'
import { readShared, rememberStatus, unshare } from './sharedConnections.ts'
import { wayOf } from './wayOf.ts'

/**
 * Connects what an earlier visit was connected to, without asking anybody (spec section 4, auto-reconnect): the most recent
 * connector first, then those with connections, then the rest; the first success becomes current.
 * One at a time: a second call returns empty.
 */
export async function reconnect(kit: Kit, { signal }: { signal?: AbortSignal } = {}): Promise<readonly Connection[]> {
  const { busy } = kit.context
  if (busy.has('reconnect')) return []
  busy.add('reconnect')
  shareConnections(kit)
  resumeTransactions(kit)
  try {
    const recent = kit.context.storage.get('recent-connector')
    const found = (await Promise.all(kit.context.adapters.map((adapter) => reconnectNamespace(kit, adapter, recent, signal)))).flat()
    // who left while it looked, or never met the wallet, has not learned that nobody is connected
    if (!signal?.aborted && (found.length > 0 || isKnown(kit, recent))) rememberStatus(kit)
    return found
  } finally {
    busy.delete('reconnect')
  }
}

async function reconnectNamespace(kit: Kit, adapter: ChainAdapter, recent: string | undefined, signal?: AbortSignal): Promise<readonly Connection[]> {
  const { namespace } = adapter
  const found: Connection[] = []
  const refused: string[] = []
  dispatch(kit, namespace, { type: 'reconnectStarted' })
  adapter.prepare() // some wallets are known only to the code behind it
  await announced(kit, recent, signal)
  for (const connectorId of orderOf(kit, adapter, recent)) {
    const answer = await comeBack(kit, adapter, connectorId, signal)
    if (answer === 'refused') refused.push(connectorId)
    else if (answer !== 'late') found.push(answer)
  }
  const [first] = found
  if (first) await adapter.setCurrent(first.connectorId)
  dispatch(kit, namespace, { type: 'reconnectEnded' })
  const here = connectedIn(kit, adapter)
  unshare(kit, namespace, refused.filter((id) => !here.includes(id)))
  return found
}

function isKnown(kit: Kit, connectorId: string | undefined): boolean {
  return connectorId === undefined || kit.getState().connectors.some(({ id }) => id === wayOf(connectorId))
}

/** Waits until the wallet of the earlier visit is there; on a busy machine it takes its time to announce itself. */
async function announced(kit: Kit, connectorId: string | undefined, signal?: AbortSignal): Promise<void> {
  if (isKnown(kit, connectorId)) return
  const { clock } = kit.context
  await new Promise<void>((resolve) => {
    const unsubscribe = kit.subscribe(() => isKnown(kit, connectorId) && end())
    const cancel = clock.setTimeout(end, times.announcementMost)
    signal?.addEventListener('abort', end, { once: true })
    function end() {
      unsubscribe()
      cancel()
      signal?.removeEventListener('abort', end)
      resolve()
    }
  })
}

/** Also the phones that were connected beside the first, which are no connectors of the list. */
function orderOf(kit: Kit, adapter: ChainAdapter, recent: string | undefined): readonly string[] {
  const ways = kit.getState().connectors.filter(({ namespace }) => namespace === adapter.namespace).map(({ id }) => id)
  const beside = (readShared(kit).sessions[adapter.namespace]?.connectors ?? []).filter((id) => !ways.includes(id) && ways.includes(wayOf(id)))
  const connected = [...connectedIn(kit, adapter), ...beside]
  const rank = (id: string) => (id === recent ? 0 : connected.includes(id) ? 1 : 2)
  return [...ways, ...beside].sort((a, b) => rank(a) - rank(b))
}

function connectedIn(kit: Kit, { namespace }: ChainAdapter): readonly string[] {
  return connectionsOf(kit.getState().sessions[namespace] ?? disconnected).map(({ connectorId }) => connectorId)
}
