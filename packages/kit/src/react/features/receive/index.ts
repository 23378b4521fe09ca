import type { Feature } from '../../modal/feature.ts'

export type ReceiveViews = {
  WalletReceive: undefined
}

/** What others need to send something here. */
export const receive: Feature<ReceiveViews> = {
  id: 'receive',
  views: {
    WalletReceive: { load: () => import('./WalletReceiveView.tsx') },
  },
}
