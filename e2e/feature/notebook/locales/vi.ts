import type { TextsOf } from '../../../i18n/messages.ts'
import type { words } from '../words.ts'

export default {
  account: { notebook: 'Ghi chú' },
  notebook: {
    title: 'Sổ ghi chú',
    note: 'Ghi chú {count}',
    add: 'Thêm ghi chú',
    save: 'Lưu',
    saving: 'Đang lưu',
    rules: 'Nội quy',
    accept: 'Đồng ý',
  },
  error: { notebookFull: 'Sổ ghi chú đã hết trang' },
} satisfies TextsOf<typeof words, 'notebook'>
