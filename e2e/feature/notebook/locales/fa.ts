import type { TextsOf } from '../../../i18n/messages.ts'
import type { words } from '../words.ts'

export default {
  account: { notebook: 'یادداشت‌ها' },
  notebook: {
    title: 'دفترچه',
    note: 'یادداشت {count}',
    add: 'افزودن یادداشت',
    save: 'ذخیره',
    saving: 'در حال ذخیره',
    rules: 'قواعد خانه',
    accept: 'پذیرفتن',
  },
  error: { notebookFull: 'دفترچه صفحهٔ خالی ندارد' },
} satisfies TextsOf<typeof words, 'notebook'>
