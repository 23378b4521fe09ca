import type { Namespace } from '@latchkey/protocol/namespace'
import type { ReactNode } from 'react'
import type { Login } from '../../../core/login.ts'
import type { Wallet } from '../../../core/wallet.ts'
import type { Feature } from '../../modal/feature.ts'

export type ConnectingViews = {
  /** `namespace` where the wallet is one of several; by a `login`, under the `name` and the mark of its company. */
  ConnectingExternal: { connectorId: string; namespace?: Namespace; login?: Login; name?: string; picture?: ReactNode }
  /** That wallet, or any that reads a code. */
  ConnectingWalletConnect: { wallet?: Wallet }
}

/** Waiting for a wallet that was chosen. */
export const connecting: Feature<ConnectingViews> = {
  id: 'connecting',
  views: {
    ConnectingExternal: { load: () => import('./ConnectingExternalView.tsx'), isForAnybody: true, isWayOut: true },
    ConnectingWalletConnect: { load: () => import('./ConnectingWalletConnectView.tsx'), isForAnybody: true, isWayOut: true },
  },
}
