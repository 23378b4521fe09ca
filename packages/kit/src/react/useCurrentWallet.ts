import { useMemo } from 'react'
import type { Connector } from '../core/adapter.ts'
import { connectionsOf } from '../core/session.ts'
import { activeSession } from '../core/state.ts'
import { useKitState } from './useKitState.ts'

/** The wallet in use, by name and picture; undefined while nobody is connected. */
export function useCurrentWallet(): Pick<Connector, 'id' | 'name' | 'icon'> | undefined {
  const connectors = useKitState((state) => state.connectors)
  const id = useKitState((state) => connectionsOf(activeSession(state))[0]?.connectorId)
  const app = useKitState((state) => connectionsOf(activeSession(state))[0]?.wallet?.name)
  return useMemo(() => {
    if (id === undefined) return undefined
    const { name, icon } = connectors.find((one) => one.id === id) ?? { name: id }
    return { id, name: app ?? name, icon }
  }, [connectors, id, app])
}
