import type { TextsOf } from '../../../i18n/messages.ts'
import type { words } from '../words.ts'

export default {
  profile: {
    title: 'วอลเล็ตของคุณ',
    kinds: 'ประเภทบัญชี',
    none: 'ยังไม่มีวอลเล็ตที่เชื่อมต่อที่นี่',
    connected: 'วอลเล็ตที่เชื่อมต่อ',
    recents: 'วอลเล็ตล่าสุด',
    recent: 'ล่าสุด',
    elsewhere: 'เครือข่ายอื่น',
    inUse: 'ตอนนี้คุณใช้ {wallet}',
    replaced: '{wallet} เลิกเชื่อมต่อแล้ว ตอนนี้ใช้ {account}',
    joined: '{wallet} เชื่อมต่ออยู่ด้วย',
    add: 'เพิ่มวอลเล็ต',
    manage: 'การตั้งค่าวอลเล็ต',
    disconnectOne: 'เลิกเชื่อมต่อ {wallet}',
    disconnect: 'เลิกเชื่อมต่อ',
    disconnectAll: 'เลิกเชื่อมต่อทั้งหมด',
  },
} satisfies TextsOf<typeof words>
