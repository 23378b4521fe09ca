import type { TextsOf } from '../../../i18n/messages.ts'
import type { words } from '../words.ts'

export default {
  account: { notebook: 'Notities' },
  notebook: {
    title: 'Notitieboek',
    note: 'Notitie {count}',
    add: 'Notitie toevoegen',
    save: 'Opslaan',
    saving: 'Opslaan bezig',
    rules: 'Huisregels',
    accept: 'Accepteren',
  },
  error: { notebookFull: 'Het notitieboek heeft geen lege pagina' },
} satisfies TextsOf<typeof words, 'notebook'>
