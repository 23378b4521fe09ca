import type { TextsOf } from '../../../i18n/messages.ts'
import type { words } from '../words.ts'

export default {
  account: { notebook: 'Заметки' },
  notebook: {
    title: 'Блокнот',
    note: 'Заметка {count}',
    add: 'Добавить заметку',
    save: 'Сохранить',
    saving: 'Сохранение',
    rules: 'Правила дома',
    accept: 'Принять',
  },
  error: { notebookFull: 'В блокноте не осталось страниц' },
} satisfies TextsOf<typeof words, 'notebook'>
