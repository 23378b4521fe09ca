import type { TextsOf } from '../../../i18n/messages.ts'
import type { words } from '../words.ts'

export default {
  siwx: {
    title: 'ลงชื่อเข้าใช้',
    heading: 'ลงชื่อเข้าใช้ {domain}',
    text: 'ลงนามข้อความด้วย {wallet} เพื่อแสดงว่าบัญชีนี้เป็นของคุณ ไม่มีค่าใช้จ่ายและไม่มีการโอน',
    required: 'เว็บไซต์นี้จำเป็นต้องใช้ หากยกเลิก วอลเล็ตของคุณจะเลิกเชื่อมต่อ',
    show: 'แสดงข้อความ',
    hide: 'ซ่อนข้อความ',
    message: 'ข้อความ',
    sign: 'ลงชื่อเข้าใช้',
    waiting: 'ยืนยันใน {wallet}',
    cancel: 'ยกเลิก',
    retry: 'ลองอีกครั้ง',
    checkingTitle: 'กำลังค้นหาการลงชื่อเข้าใช้ของคุณ',
    checkingText: 'โปรดรอสักครู่',
    unknownTitle: '{site} ไม่ตอบ',
    unknownText: 'ไม่ทราบว่าคุณลงชื่อเข้าใช้แล้วหรือไม่ วอลเล็ตของคุณยังเชื่อมต่ออยู่',
    failed: 'ลงชื่อเข้าใช้ {site} ไม่สำเร็จ',
    clock: 'ดูเหมือนนาฬิกาของอุปกรณ์นี้ไม่ตรง ตั้งวันที่และเวลาแล้วลองอีกครั้ง',
  },
} satisfies TextsOf<typeof words>
