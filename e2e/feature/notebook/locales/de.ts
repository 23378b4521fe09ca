import type { TextsOf } from '../../../i18n/messages.ts'
import type { words } from '../words.ts'

export default {
  account: { notebook: 'Notizen' },
  notebook: {
    title: 'Notizbuch',
    note: 'Notiz {count}',
    add: 'Notiz hinzufügen',
    save: 'Sichern',
    saving: 'Wird gesichert',
    rules: 'Hausordnung',
    accept: 'Annehmen',
  },
  error: { notebookFull: 'Das Notizbuch hat keine freie Seite' },
} satisfies TextsOf<typeof words, 'notebook'>
