import type { Feature } from '../../modal/feature.ts'
import ConnectView from './ConnectView.tsx'

export type ConnectViews = {
  Connect: undefined
  /** What was searched and chosen before, on the way back. */
  AllWallets: { search: string; start: number } | undefined
  ConnectingExternal: { connectorId: string }
  /** A wallet that the site names, or any that reads a code. */
  ConnectingWalletConnect: { walletId?: string }
}

/** Choosing a wallet and waiting for it. */
export const connect: Feature<ConnectViews> = {
  id: 'connect',
  views: {
    Connect: { View: ConnectView, isForAnybody: true },
    AllWallets: { load: () => import('./AllWalletsView.tsx'), isForAnybody: true },
    ConnectingExternal: { load: () => import('./ConnectingExternalView.tsx'), isForAnybody: true, isWayOut: true },
    ConnectingWalletConnect: { load: () => import('./ConnectingWalletConnectView.tsx'), isForAnybody: true, isWayOut: true },
  },
}
