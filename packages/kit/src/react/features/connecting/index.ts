import type { Namespace } from '@latchkey/protocol/namespace'
import type { ReactNode } from 'react'
import type { Login } from '../../../core/login.ts'
import type { Wallet } from '../../../core/wallet.ts'
import type { Feature } from '../../modal/feature.ts'
import type { words } from './words.ts'

export type ConnectingViews = {
  /** `namespace` where the wallet is one of several; by a `login`, under the `name` and the mark of its company. */
  ConnectingExternal: { connectorId: string; namespace?: Namespace; login?: Login; name?: string; picture?: ReactNode }
  /** That wallet, or any that reads a code. */
  ConnectingWalletConnect: { wallet?: Wallet }
}

/** Waiting for a wallet that was chosen. */
export const connecting: Feature<{ views: ConnectingViews; words: typeof words }> = {
  id: 'connecting',
  views: {
    ConnectingExternal: { load: () => import('./ConnectingExternalView.tsx'), isForAnybody: true, isWayOut: true },
    ConnectingWalletConnect: { load: () => import('./scan/ConnectingWalletConnectView.tsx'), isForAnybody: true, isWayOut: true },
  },
  prepare(kit) {
    for (const source of kit.context.sources.all()) source.prepare()
    return Promise.allSettled([
      import('./ConnectingExternalView.tsx'),
      import('../../../connection/actions.ts').then(({ shareConnections }) => shareConnections(kit)),
      kit.context.options.services?.relay && import('./scan/ConnectingWalletConnectView.tsx'),
    ])
  },
  english: () => import('./words.ts'),
  texts: {
    de: () => import('./locales/de.ts'),
    es: () => import('./locales/es.ts'),
    fr: () => import('./locales/fr.ts'),
    pt: () => import('./locales/pt.ts'),
    ja: () => import('./locales/ja.ts'),
    zh: () => import('./locales/zh.ts'),
    ar: () => import('./locales/ar.ts'),
  },
}
