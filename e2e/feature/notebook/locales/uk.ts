import type { TextsOf } from '../../../i18n/messages.ts'
import type { words } from '../words.ts'

export default {
  account: { notebook: 'Нотатки' },
  notebook: {
    title: 'Записник',
    note: 'Нотатка {count}',
    add: 'Додати нотатку',
    save: 'Зберегти',
    saving: 'Зберігаємо',
    rules: 'Правила дому',
    accept: 'Прийняти',
  },
  error: { notebookFull: 'У записнику не лишилося сторінок' },
} satisfies TextsOf<typeof words, 'notebook'>
