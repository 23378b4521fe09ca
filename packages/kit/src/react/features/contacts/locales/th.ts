import type { TextsOf } from '../../../i18n/messages.ts'
import type { words } from '../words.ts'

export default {
  contacts: {
    title: 'สมุดที่อยู่',
    emptyTitle: 'ยังไม่มีใครที่นี่',
    emptyText: 'ชื่อที่คุณตั้งให้ที่อยู่จะเก็บไว้ในอุปกรณ์นี้เท่านั้น',
    add: 'เพิ่มที่อยู่',
    edit: 'แก้ไข {name}',
    editTitle: 'แก้ไขที่อยู่',
    label: 'ชื่อ',
    address: 'ที่อยู่',
    addressHint: 'ที่อยู่หรือชื่อ',
    save: 'บันทึก',
    remove: 'ลบ',
    labelEmpty: 'ป้อนชื่อ',
    labelTaken: 'ชื่อนี้เป็นของคนอื่นแล้ว',
    addressInvalid: 'นี่ไม่ใช่ที่อยู่',
    addressTaken: 'ที่อยู่นี้มีชื่ออยู่แล้ว',
    full: 'สมุดที่อยู่เต็มแล้ว',
  },
} satisfies TextsOf<typeof words>
