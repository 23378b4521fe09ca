import type { Feature } from '../../modal/feature.ts'

export type ProfileViews = {
  Profile: undefined
}

/** Which wallets are connected, which of them is used, and the way to others. */
export const profile: Feature<ProfileViews> = {
  id: 'profile',
  views: {
    Profile: { load: () => import('./ProfileView.tsx'), isWayOut: true },
  },
}
