import type { TextsOf } from '../../../i18n/messages.ts'
import type { words } from '../words.ts'

export default {
  account: { receive: 'รับ' },
  receive: {
    title: 'รับ',
    code: 'โค้ดที่มีที่อยู่ของคุณ',
    requestCode: 'โค้ดที่ขอ {amount}',
    copy: 'คัดลอกที่อยู่',
    copied: 'คัดลอกที่อยู่แล้ว',
    copyFailed: 'เบราว์เซอร์นี้ไม่อนุญาตให้คัดลอก',
    copyLink: 'คัดลอกลิงก์ชำระเงิน',
    linkCopied: 'คัดลอกลิงก์ชำระเงินแล้ว',
    share: 'แชร์',
    ask: 'ขอตามจำนวน',
    amount: 'จำนวน',
    token: 'โทเคน',
    invalid: 'นี่ไม่ใช่จำนวนเงิน',
    only: 'เฉพาะเครือข่ายเหล่านี้: {networks}',
    onlyOne: 'เฉพาะเครือข่ายนี้: {network}',
  },
} satisfies TextsOf<typeof words, 'receive'>
