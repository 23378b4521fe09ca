import type { Feature } from '../../modal/feature.ts'
import type { words } from './words.ts'

export type ContactViews = {
  Contacts: undefined
  /** Of somebody who is in the address book, or is to be. */
  EditContact: { address?: string; label?: string }
}

/** Names that a visitor gives to addresses. */
export const contacts: Feature<{ views: ContactViews; words: typeof words }> = {
  id: 'contacts',
  needs: ['addresses'],
  views: {
    Contacts: { load: () => import('./ContactsView.tsx') },
    EditContact: { load: () => import('./EditContactView.tsx') },
  },
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
