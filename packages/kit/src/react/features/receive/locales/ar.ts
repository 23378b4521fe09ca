import type { TextsOf } from '../../../i18n/messages.ts'
import type { words } from '../words.ts'

export default {
  account: { receive: 'استلام' },
  receive: {
    title: 'استلام',
    code: 'رمز بعنوانك',
    requestCode: 'رمز يطلب {amount}',
    copy: 'نسخ العنوان',
    copied: 'نُسخ العنوان',
    copyFailed: 'هذا المتصفح لا يسمح بالنسخ',
    copyLink: 'نسخ رابط الدفع',
    linkCopied: 'نُسخ رابط الدفع',
    share: 'مشاركة',
    ask: 'اطلب مبلغًا',
    amount: 'المبلغ',
    token: 'الرمز',
    invalid: 'هذا ليس مبلغًا.',
    only: 'لهذه الشبكات فقط: {networks}',
    onlyOne: 'لهذه الشبكة فقط: {network}',
  },
} satisfies TextsOf<typeof words, 'receive'>
