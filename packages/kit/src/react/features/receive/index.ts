import type { Feature } from '../../modal/feature.ts'
import type { words } from './words.ts'

export type ReceiveViews = {
  WalletReceive: undefined
}

/** The screens that show how to send something to this account. */
export const receive: Feature<{ views: ReceiveViews; opens: 'WalletReceive'; option: 'receive'; actions: 'receive'; words: typeof words }> = {
  id: 'receive',
  option: { name: 'receive', isOn: true },
  needs: ['addresses'],
  views: {
    WalletReceive: { load: () => import('./WalletReceiveView.tsx') },
  },
  opens: ['WalletReceive'],
  accountActions: [{
    name: 'receive',
    view: 'WalletReceive',
    icon: 'M10 3.5V12M5.5 8l4.5 4.5L14.5 8M4 16.5h12',
    label: { en: 'Receive', de: 'Empfangen', es: 'Recibir', fr: 'Recevoir', pt: 'Receber', ja: '受け取る', zh: '接收', ar: 'استلام' },
    order: 3,
  }],
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
