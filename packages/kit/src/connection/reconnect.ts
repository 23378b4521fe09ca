import * as times from '@latchkey/protocol/times'
import type { ChainAdapter } from '../core/adapter.ts'
import { kitError } from '../core/errors.ts'
import type { Kit } from '../core/kit.ts'
import { isConnected } from '../core/session.ts'
import type { Connection } from '../core/session.ts'
import { withLimit } from '../core/withLimit.ts'
import { dispatch, rememberStatus } from './sessions.ts'

/**
 * Connects what an earlier visit was connected to, without asking anybody (spec section 4, auto-reconnect): the most recent
 * connector first, then those with connections, then the rest; the first success becomes current.
 * One at a time: a second call returns empty.
 */
export async function reconnect(kit: Kit, { signal }: { signal?: AbortSignal } = {}): Promise<readonly Connection[]> {
  const { busy } = kit.context
  if (busy.has('reconnect')) return []
  busy.add('reconnect')
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
  dispatch(kit, namespace, { type: 'reconnectStarted' })
  await announced(kit, recent, signal)
  for (const connectorId of orderOf(kit, adapter, recent)) {
    const connection = await reconnectWallet(kit, adapter, connectorId, signal)
    if (connection) found.push(connection)
  }
  const [first] = found
  if (first) await adapter.setCurrent(first.connectorId)
  dispatch(kit, namespace, { type: 'reconnectEnded' })
  return found
}

function isKnown(kit: Kit, connectorId: string | undefined): boolean {
  return connectorId === undefined || kit.getState().connectors.some(({ id }) => id === connectorId)
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

function reconnectWallet(kit: Kit, adapter: ChainAdapter, connectorId: string, signal?: AbortSignal): Promise<Connection | undefined> {
  return withLimit((limited) => adapter.reconnect({ connectorId, signal: limited }), {
    ms: times.reconnect,
    clock: kit.context.clock,
    signal,
    onTimeout: () => kitError('walletTimeout'),
  }).catch(() => undefined) // a wallet that hangs or fails here is one that is not connected; nobody asked for it
}

function orderOf(kit: Kit, { namespace }: ChainAdapter, recent: string | undefined): readonly string[] {
  const { connectors, sessions } = kit.getState()
  const session = sessions[namespace]
  const connected = session && isConnected(session) ? [session.current, ...session.others].map(({ connectorId }) => connectorId) : []
  const rank = (id: string) => (id === recent ? 0 : connected.includes(id) ? 1 : 2)
  return connectors.filter((one) => one.namespace === namespace).map(({ id }) => id).sort((a, b) => rank(a) - rank(b))
}
