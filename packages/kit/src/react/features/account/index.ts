import type { NetworkId } from '@latchkey/protocol/caip'
import type { ReplacementPurpose } from '../../../core/contracts/facets/transactions.ts'
import type { HistoryEntry } from '../../../domains/history/historyEntry.ts'
import type { Nft } from '../../../domains/nfts/getNfts.lazy.ts'
import type { Feature } from '../../modal/feature.ts'
import type { words } from './words.lazy.ts'

export type AccountViews = {
  /** `tab`: the tab that is shown first. */
  Account: { tab?: Tab } | undefined
  Nft: { nft: Nft }
  /** An entry of the history, or the hash or id of a transaction to look up in the history. */
  Transaction: { entry: HistoryEntry } | TransactionLookup
  /** Replaces a waiting transaction of this browser. */
  ReplaceTransaction: { hash: string; networkId: NetworkId; purpose: ReplacementPurpose }
}

export type Tab = 'tokens' | 'nfts' | 'activity'
/** Identifies a transaction in the history. `networkId` @default the current network */
export type TransactionLookup = { hash?: string; id?: string; networkId?: NetworkId }

/** The parameters with which a site opens a screen. */
export type AccountOpenings = {
  Account: { tab?: Tab }
  /**
   * The `hash` of a transaction, or the `id` of a history entry. `networkId` @default the current
   * network
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
      async load(kit) {
        // Loads the content in parallel with the screen. An error is ignored: the screen loads the
        // code again.
        for (const code of [
          import('./tokens/TokensTab.lazy.tsx'),
          import('../../../domains/balances/getBalances.lazy.ts'),
          import('../../../domains/identity/getIdentity.lazy.ts'),
        ])
          void (code as Promise<unknown>).catch(() => {})
        const screen = await import('./AccountView.lazy.tsx')
        await screen.loadTab(kit, 'tokens').catch(() => {}) // most visits show this tab first
        return screen
      },
      nextViews: ['Networks', 'Profile', 'Contacts'],
    },
    Nft: { load: () => import('./nfts/NftView.lazy.tsx') },
    Transaction: { load: () => import('./activity/transaction/TransactionView.lazy.tsx') },
    ReplaceTransaction: {
      load: () => import('./activity/replace/ReplaceTransactionView.lazy.tsx'),
    },
  },
  opens: ['Account'],
  opensWith: () => import('./openingParsers.lazy.ts'),
  english: () => import('./words.lazy.ts'),
}
