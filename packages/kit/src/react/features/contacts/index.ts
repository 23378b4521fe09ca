import type { Feature } from '../../modal/feature.ts'
import type { words } from './words.ts'

export type ContactViews = {
  Contacts: undefined
  /** An address of the address book, or one to add. */
  EditContact: { address?: string; label?: string } | undefined
}

/** What a site passes with a screen. */
export type ContactOpenings = {
  /** The contact to add or to change. */ EditContact: { address?: string; label?: string }
}

/** The visitor's own names for addresses. */
export const contacts: Feature<{
  views: ContactViews
  opens: 'Contacts' | 'EditContact'
  reads: ContactOpenings
  words: typeof words
}> = {
  id: 'contacts',
  needs: ['addresses'],
  views: {
    Contacts: { load: () => import('./ContactsView.tsx') },
    EditContact: { load: () => import('./EditContactView.tsx') },
  },
  opens: ['Contacts', 'EditContact'],
  reads: () => import('./opening/openingParsers.ts'),
  english: () => import('./words.ts'),
}
