import type { TextsOf } from '../../../i18n/messages.ts'
import type { words } from '../words.ts'

export default {
  account: { notebook: 'Notatki' },
  notebook: {
    title: 'Notatnik',
    note: 'Notatka {count}',
    add: 'Dodaj notatkę',
    save: 'Zapisz',
    saving: 'Zapisywanie',
    rules: 'Regulamin',
    accept: 'Akceptuję',
  },
  error: { notebookFull: 'Notatnik nie ma wolnej strony' },
} satisfies TextsOf<typeof words, 'notebook'>
