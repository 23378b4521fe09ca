import type { Wallet } from '../../../core/contracts/wallet.ts'
import type { Feature } from '../../modal/feature.ts'
import type { words } from './words.lazy.ts'

export type HelpViews = {
  WhatIsAWallet: undefined
  WhatIsANetwork: undefined
  GetWallet: undefined
  /** How to install a wallet: the given wallet, or the wallet with this id in the catalogue. */
  Downloads: { wallet: Wallet } | { walletId: string }
}

/** The parameters with which a site opens a screen. */
export type HelpOpenings = {
  /** The wallet, by its id in the catalogue. */ Downloads: { walletId: string }
}

/** Explanations for visitors who are new to wallets, and the ways to install a wallet. */
export const help: Feature<{
  views: HelpViews
  opens: 'WhatIsAWallet' | 'WhatIsANetwork' | 'GetWallet'
  opensWith: HelpOpenings
  words: typeof words
}> = {
  id: 'help',
  views: {
    WhatIsAWallet: { load: () => import('./WhatIsAWalletView.lazy.tsx'), needsNoAccount: true },
    WhatIsANetwork: { load: () => import('./WhatIsANetworkView.lazy.tsx'), needsNoAccount: true },
    GetWallet: { load: () => import('./GetWalletView.lazy.tsx'), needsNoAccount: true },
    Downloads: { load: () => import('./DownloadsView.lazy.tsx'), needsNoAccount: true },
  },
  opens: ['WhatIsAWallet', 'WhatIsANetwork', 'GetWallet'],
  opensWith: () => import('./openingParsers.lazy.ts'),
  english: () => import('./words.lazy.ts'),
}
