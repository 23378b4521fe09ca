import type { Wallet } from '../../../core/wallet.ts'
import type { Feature } from '../../modal/feature.ts'
import ConnectView from './ConnectView.tsx'

export type ConnectViews = {
  Connect: undefined
  /** The wallets, where Connect folds them behind a button. */
  ConnectWallets: undefined
  /** What was searched and chosen before, on the way back. */
  AllWallets: { search: string; start: number } | undefined
  ConnectingExternal: { connectorId: string }
  /** That wallet, or any that reads a code. */
  ConnectingWalletConnect: { wallet?: Wallet }
}

/** Choosing a wallet and waiting for it. */
export const connect: Feature<ConnectViews> = {
  id: 'connect',
  views: {
    Connect: { View: ConnectView, isForAnybody: true },
    ConnectWallets: { load: () => import('./ConnectWalletsView.tsx'), isForAnybody: true },
    AllWallets: { load: () => import('./AllWalletsView.tsx'), isForAnybody: true },
    ConnectingExternal: { load: () => import('./ConnectingExternalView.tsx'), isForAnybody: true, isWayOut: true },
    ConnectingWalletConnect: { load: () => import('./ConnectingWalletConnectView.tsx'), isForAnybody: true, isWayOut: true },
  },
}
