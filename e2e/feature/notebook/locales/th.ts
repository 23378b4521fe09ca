import type { TextsOf } from '../../../i18n/messages.ts'
import type { words } from '../words.ts'

export default {
  account: { notebook: 'บันทึก' },
  notebook: {
    title: 'สมุดบันทึก',
    note: 'บันทึก {count}',
    add: 'เพิ่มบันทึก',
    save: 'บันทึก',
    saving: 'กำลังบันทึก',
    rules: 'กฎของบ้าน',
    accept: 'ยอมรับ',
  },
  error: { notebookFull: 'สมุดบันทึกไม่มีหน้าว่างเหลือ' },
} satisfies TextsOf<typeof words, 'notebook'>
