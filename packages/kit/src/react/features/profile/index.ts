import { isOnNamedNetwork } from '../../isOnNamedNetwork.ts'
import type { Feature } from '../../modal/feature.ts'
import type { words } from './words.ts'

export type ProfileViews = {
  Profile: undefined
}

/** The connected wallets: the one in use, and how to connect others. */
export const profile: Feature<{ views: ProfileViews; opens: 'Profile'; words: typeof words }> = {
  id: 'profile',
  views: {
    Profile: {
      load: () => import('./ProfileView.tsx'),
      mayClose: isOnNamedNetwork,
      resolvesGuard: true,
    },
  },
  opens: ['Profile'],
  notice: { when: ({ walletChange }) => walletChange, load: () => import('./News.tsx') },
  english: () => import('./words.ts'),
}
