import type { Feature } from '../../modal/feature.ts'

export type AccountViews = {
  Account: undefined
}

/** What a connected visitor has. */
export const account: Feature<AccountViews> = {
  id: 'account',
  views: {
    Account: { load: () => import('./AccountView.tsx') },
  },
}
