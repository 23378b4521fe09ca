import type { TextsOf } from '../../../i18n/messages.ts'
import type { words } from '../words.ts'

export default {
  account: { notebook: 'Anotar' },
  notebook: {
    title: 'Caderno',
    note: 'Anotação {count}',
    add: 'Adicionar anotação',
    save: 'Salvar',
    saving: 'Salvando',
    rules: 'Regras da casa',
    accept: 'Aceitar',
  },
  error: { notebookFull: 'O caderno não tem mais páginas' },
} satisfies TextsOf<typeof words, 'notebook'>
