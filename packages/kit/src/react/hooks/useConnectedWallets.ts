import { useMemo } from 'react'
import { connectedWallets } from '../../core/accounts/connectedWallets.ts'
import type { ConnectedWallet } from '../../core/accounts/connectedWallets.ts'
import { useKitState } from './useKitState.ts'

/**
 * Returns all connected wallets of all namespaces. The array stays the same until a wallet changes.
 */
export function useConnectedWallets(): readonly ConnectedWallet[] {
  const sessions = useKitState((state) => state.sessions)
  const connectors = useKitState((state) => state.connectors)
  const namespace = useKitState((state) => state.namespace)
  return useMemo(
    () => connectedWallets({ sessions, connectors, namespace }),
    [sessions, connectors, namespace],
  )
}

/** Returns the current wallet; undefined while no wallet is connected. */
export function useCurrentWallet(): ConnectedWallet | undefined {
  return useConnectedWallets().find(({ isCurrent }) => isCurrent)
}
