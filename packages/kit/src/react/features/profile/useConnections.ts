import type { Namespace } from '@latchkey/protocol/namespace'
import { useMemo } from 'react'
import type { Connector } from '../../../core/adapter.ts'
import { connectionsOf, disconnected } from '../../../core/session.ts'
import type { Connection } from '../../../core/session.ts'
import { wayOf } from '../../../connection/wayOf.ts'
import { useKitState } from '../../useKitState.ts'

/** A connected wallet; exactly one of them is the current one. */
export type ConnectedWallet = Connection & { namespace: Namespace; name: string; icon?: string; isCurrent: boolean }

/** All connected wallets of all namespaces, in the order of the list of wallets: none of them moves when another is made current. */
export function useConnections(): readonly ConnectedWallet[] {
  const sessions = useKitState((state) => state.sessions)
  const connectors = useKitState((state) => state.connectors)
  const active = useKitState((state) => state.namespace)
  return useMemo(() => {
    const namespaces = Object.keys(sessions) as Namespace[] // the type of the state names no other keys
    const all = namespaces.flatMap((namespace) =>
      connectionsOf(sessions[namespace] ?? disconnected).map((connection, at) => ({ ...describe(connection, connectors), namespace, isCurrent: namespace === active && at === 0 })))
    const place = ({ connectorId }: Connection) => connectors.findIndex(({ id }) => id === wayOf(connectorId))
    return all.toSorted((a, b) => place(a) - place(b) || a.connectorId.localeCompare(b.connectorId))
  }, [sessions, connectors, active])
}

function describe(connection: Connection, connectors: readonly Connector[]): Omit<ConnectedWallet, 'namespace' | 'isCurrent'> {
  const { name = connection.connectorId, icon } = connectors.find(({ id }) => id === connection.connectorId) ?? {}
  return { ...connection, name: connection.wallet?.name ?? name, icon }
}
