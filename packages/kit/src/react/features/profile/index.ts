import { isOnNamedNetwork } from '../../isOnNamedNetwork.ts'
import type { Feature } from '../../modal/feature.ts'
import type { words } from './words.lazy.ts'

export type ProfileViews = {
  Profile: undefined
}

/** The screen of the connected wallets. */
export const profile: Feature<{ views: ProfileViews; opens: 'Profile'; words: typeof words }> = {
  id: 'profile',
  views: {
    Profile: {
      load: () => import('./ProfileView.lazy.tsx'),
      mayClose: isOnNamedNetwork,
      resolvesGuard: true,
    },
  },
  opens: ['Profile'],
  notice: { when: ({ walletChange }) => walletChange, load: () => import('./News.lazy.tsx') },
  english: () => import('./words.lazy.ts'),
}
