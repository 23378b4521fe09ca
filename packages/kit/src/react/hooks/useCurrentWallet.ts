import type { ConnectedWallet } from '../../core/connectedWallets.ts'
import { useConnectedWallets } from './useConnectedWallets.ts'

/** The wallet in use, by name and picture; undefined while no wallet is connected. */
export function useCurrentWallet(): ConnectedWallet | undefined {
  return useConnectedWallets().find(({ isCurrent }) => isCurrent)
}
