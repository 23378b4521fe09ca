import type { HistoryEntry } from '../../../history/historyEntry.ts'
import type { Nft } from '../../../nfts/getNfts.ts'
import type { Feature } from '../../modal/feature.ts'
import type { words } from './words.ts'

export type AccountViews = {
  Account: undefined
  Nft: { nft: Nft }
  Transaction: { entry: HistoryEntry }
}

/** The screens of a connected visitor. */
export const account: Feature<{ views: AccountViews; opens: 'Account'; words: typeof words }> = {
  id: 'account',
  views: {
    Account: {
      load() {
        // in parallel with the screen, which loads again what fails here
        for (const code of [import('./tokens/TokensTab.tsx'), import('../../../balances/getBalances.ts'), import('../../../identity/getIdentity.ts')]) void (code as Promise<unknown>).catch(() => {})
        return import('./AccountView.tsx')
      },
    },
    Nft: { load: () => import('./nfts/NftView.tsx') },
    Transaction: { load: () => import('./activity/transaction/TransactionView.tsx') },
  },
  opens: ['Account'],
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
