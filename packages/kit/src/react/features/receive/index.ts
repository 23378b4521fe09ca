import type { Feature } from '../../modal/feature.ts'
import type { words } from './words.lazy.ts'

export type ReceiveViews = {
  WalletReceive: undefined
}

/** The screen on which the visitor receives tokens. */
export const receive: Feature<{
  views: ReceiveViews
  opens: 'WalletReceive'
  option: 'receive'
  actions: 'receive'
  words: typeof words
}> = {
  id: 'receive',
  option: { name: 'receive', isOn: true },
  needs: ['addresses'],
  needsCoins: true,
  views: {
    WalletReceive: { load: () => import('./WalletReceiveView.lazy.tsx') },
  },
  opens: ['WalletReceive'],
  accountActions: [
    {
      name: 'receive',
      view: 'WalletReceive',
      icon: 'M10 3.5V12M5.5 8l4.5 4.5L14.5 8M4 16.5h12',
      label: 'Receive',
      order: 3,
    },
  ],
  english: () => import('./words.lazy.ts'),
}
