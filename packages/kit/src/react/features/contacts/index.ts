import type { Feature } from '../../modal/feature.ts'
import type { words } from './words.lazy.ts'

export type ContactViews = {
  Contacts: undefined
  /** Edits the contact with this address, or adds a new contact. */
  EditContact: { address?: string; label?: string } | undefined
}

/** The parameters with which a site opens a screen. */
export type ContactOpenings = {
  /** The contact to add or to change. */ EditContact: { address?: string; label?: string }
}

/** The address book: the visitor's own labels for addresses. */
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
