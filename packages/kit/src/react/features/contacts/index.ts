import type { Feature } from '../../modal/feature.ts'
import type { words } from './words.lazy.ts'

export type ContactViews = {
  Contacts: undefined
  /** A contact of the address book, or a new one. */
  EditContact: { address?: string; label?: string } | undefined
}

/** The parameters that a site passes with a screen. */
export type ContactOpenings = {
  /** The contact to add or to change. */ EditContact: { address?: string; label?: string }
}

/** The visitor's own labels for addresses. */
export const contacts: Feature<{
  views: ContactViews
  opens: 'Contacts' | 'EditContact'
  opensWith: ContactOpenings
  words: typeof words
}> = {
  id: 'contacts',
  needs: ['addresses'],
  views: {
    Contacts: { load: () => import('./ContactsView.lazy.tsx') },
    EditContact: { load: () => import('./EditContactView.lazy.tsx') },
  },
  opens: ['Contacts', 'EditContact'],
  opensWith: () => import('./openingParsers.lazy.ts'),
  english: () => import('./words.lazy.ts'),
}
