import type { Feature } from '../../modal/feature.ts'
import ConnectView from './ConnectView.tsx'

export type ConnectViews = {
  Connect: undefined
  /** The wallets, where Connect folds them behind a button. */
  ConnectWallets: undefined
  /** Which account of a wallet that has several kinds. */
  ChooseNamespace: { connectorId: string }
  /** What was searched and chosen before, on the way back. */
  AllWallets: { search: string; start: number } | undefined
}

/** Choosing a wallet. */
export const connect: Feature<ConnectViews> = {
  id: 'connect',
  views: {
    Connect: { View: ConnectView, isForAnybody: true },
    ConnectWallets: { load: () => import('./ConnectWalletsView.tsx'), isForAnybody: true },
    ChooseNamespace: { load: () => import('./ChooseNamespaceView.tsx'), isForAnybody: true },
    AllWallets: { load: () => import('./AllWalletsView.tsx'), isForAnybody: true },
  },
}
