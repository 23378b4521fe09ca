import { useMemo } from 'react'
import type { Connector } from '../core/adapter.ts'
import { connectionsOf } from '../core/session.ts'
import { activeSession } from '../core/state.ts'
import { useKitState } from './useKitState.ts'

/** The wallet in use, by name and picture; undefined while nobody is connected. */
export function useCurrentWallet(): Pick<Connector, 'id' | 'name' | 'icon'> | undefined {
  const connectors = useKitState((state) => state.connectors)
  const id = useKitState((state) => connectionsOf(activeSession(state))[0]?.connectorId)
  return useMemo(() => (id === undefined ? undefined : (connectors.find((one) => one.id === id) ?? { id, name: id })), [connectors, id])
}
