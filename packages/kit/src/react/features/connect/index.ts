import type { NetworkId } from '@latchkey/protocol/caip'
import type { Namespace } from '@latchkey/protocol/namespace'
import { offersWallets } from '../../../core/options/offersWallets.ts'
import type { Feature } from '../../modal/feature.ts'
import ConnectView from './ConnectView.tsx'
import { hasFoot } from './legalOf.ts'
import { loadAllWallets } from './WalletRows.tsx'
import type { words } from './words.lazy.ts'
import { contextOf } from '../../../core/kit/context.ts'

export type ConnectViews = {
  /**
   * `namespace`: only the wallets that support it are shown. `networkId`: the network of this
   * namespace that the visitor has chosen.
   */
  Connect: { namespace: Namespace; networkId?: NetworkId } | undefined
  /** The list of wallets, if the Connect screen has only a button for it. */
  ConnectWallets: undefined
  /** Lets the visitor choose a namespace, for a wallet that supports several. */
  ChooseNamespace: { connectorId: string }
  /** The search and the position to restore when the visitor goes back. */
  AllWallets: { search: string; start: number } | undefined
}

/** The parameters with which a site opens a screen. */
export type ConnectOpenings = {
  /** The text to search for. */ AllWallets: { search?: string }
}

/** The screens on which the visitor chooses how to connect. */
export const connect: Feature<{
  views: ConnectViews
  opens: 'Connect' | 'AllWallets'
  opensWith: ConnectOpenings
  words: typeof words
}> = {
  id: 'connect',
  views: {
    Connect: { View: ConnectView, needsNoAccount: true },
    ConnectWallets: {
      load: () => import('./ConnectWalletsView.lazy.tsx'),
      needsNoAccount: true,
    },
    ChooseNamespace: {
      load: () => import('./ChooseNamespaceView.lazy.tsx'),
      needsNoAccount: true,
    },
    AllWallets: {
      load: loadAllWallets,
      needsNoAccount: true,
      isAllowed: (kit, isFirst) => {
        const { options } = contextOf(kit)
        return offersWallets(options, isFirst) && options.features?.allWallets !== false
      },
    },
  },
  opens: ['Connect', 'AllWallets'],
  opensWith: () => import('./openingParsers.lazy.ts'),
  prepareFirst: async (kit) => {
    const context = contextOf(kit)
    return hasFoot(context.options) && import('./legal/Legal.lazy.tsx')
  },
  english: () => import('./words.lazy.ts'),
}
