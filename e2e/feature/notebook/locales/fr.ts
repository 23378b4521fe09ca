import type { TextsOf } from '../../../i18n/messages.ts'
import type { words } from '../words.ts'

export default {
  account: { notebook: 'Carnet' },
  notebook: {
    title: 'Carnet de notes',
    note: 'Note n° {count}',
    add: 'Ajouter une note',
    save: 'Enregistrer',
    saving: 'Enregistrement',
    rules: 'Règles de la maison',
    accept: 'Accepter',
  },
  error: { notebookFull: 'Le carnet n’a plus de page' },
} satisfies TextsOf<typeof words, 'notebook'>
