import type { TextsOf } from '../../../i18n/messages.ts'
import type { words } from '../words.ts'

export default {
  account: { notebook: 'Appunti' },
  notebook: {
    title: 'Taccuino',
    note: 'Nota {count}',
    add: 'Aggiungi una nota',
    save: 'Salva',
    saving: 'Salvataggio',
    rules: 'Regole della casa',
    accept: 'Accetta',
  },
  error: { notebookFull: 'Il taccuino non ha pagine libere' },
} satisfies TextsOf<typeof words, 'notebook'>
