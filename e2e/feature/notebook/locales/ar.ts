import type { TextsOf } from '../../../i18n/messages.ts'
import type { words } from '../words.ts'

export default {
  account: { notebook: 'ملاحظات' },
  notebook: {
    title: 'دفتر',
    note: 'ملاحظة {count}',
    add: 'إضافة ملاحظة',
    save: 'حفظ',
    saving: 'جارٍ الحفظ',
    rules: 'قواعد الدار',
    accept: 'قبول',
  },
  error: { notebookFull: 'لا صفحات فارغة في الدفتر' },
} satisfies TextsOf<typeof words, 'notebook'>
