import type { Feature } from '../../modal/feature.ts'

export type ContactViews = {
  Contacts: undefined
  /** Of somebody who is in the address book, or is to be. */
  EditContact: { address?: string; label?: string }
}

/** Names that a visitor gives to addresses. */
export const contacts: Feature<ContactViews> = {
  id: 'contacts',
  views: {
    Contacts: { load: () => import('./ContactsView.tsx') },
    EditContact: { load: () => import('./EditContactView.tsx') },
  },
}
