import type { TextSource } from './applyTexts.ts'

/** The texts that belong to no feature: buttons on the page, the frame of the modal, errors, wallets' answers. */
export const baseTexts: TextSource = {
  de: () => import('./locales/de.ts'),
  es: () => import('./locales/es.ts'),
  fr: () => import('./locales/fr.ts'),
  pt: () => import('./locales/pt.ts'),
  ja: () => import('./locales/ja.ts'),
  zh: () => import('./locales/zh.ts'),
  ar: () => import('./locales/ar.ts'),
}
