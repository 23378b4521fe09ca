import type { NetworkId } from '@latchkey/protocol/caip'
import type { HistoryEntry } from '../../../domains/history/historyEntry.ts'
import type { Nft } from '../../../domains/nfts/getNfts.lazy.ts'
import type { Feature } from '../../modal/feature.ts'
import type { words } from './words.lazy.ts'

export type AccountViews = {
  /** `tab` is the tab that is shown first. */
  Account: { tab?: Tab } | undefined
  Nft: { nft: Nft }
  /** An entry of the history, or one that is looked up in it by its hash or its id. */
  Transaction: { entry: HistoryEntry } | TransactionLookup
}

export type Tab = 'tokens' | 'nfts' | 'activity'
/** The key of a transaction to look up in the history. `networkId` @default the current network */
export type TransactionLookup = { hash?: string; id?: string; networkId?: NetworkId }

/** The parameters that a site passes with a screen. */
export type AccountOpenings = {
  Account: { tab?: Tab }
  /**
   * Its `hash`, or the `id` of an entry of the history. `networkId` @default the current network
   */
  Transaction: { hash?: string; id?: string; networkId?: NetworkId | (string & {}) }
}

/** The screens of a connected visitor. */
export const account: Feature<{
  views: AccountViews
  opens: 'Account'
  opensWith: AccountOpenings
  words: typeof words
}> = {
  id: 'account',
  views: {
    Account: {
      load() {
        // in parallel with the screen, which retries code that fails here
        for (const code of [
          import('./tokens/TokensTab.lazy.tsx'),
          import('../../../domains/balances/getBalances.lazy.ts'),
          import('../../../domains/identity/getIdentity.lazy.ts'),
        ])
          void (code as Promise<unknown>).catch(() => {})
        return import('./AccountView.lazy.tsx')
      },
    },
    Nft: { load: () => import('./nfts/NftView.lazy.tsx') },
    Transaction: { load: () => import('./activity/transaction/TransactionView.lazy.tsx') },
  },
  opens: ['Account'],
  opensWith: () => import('./openingParsers.lazy.ts'),
  english: () => import('./words.lazy.ts'),
}
