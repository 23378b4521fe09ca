import type { TextsOf } from '../../../i18n/messages.ts'
import type { words } from '../words.ts'

export default {
  account: { receive: 'دریافت' },
  receive: {
    title: 'دریافت',
    code: 'کد با آدرس شما',
    requestCode: 'کد درخواست {amount}',
    copy: 'کپی آدرس',
    copied: 'آدرس کپی شد',
    copyFailed: 'این مرورگر اجازهٔ کپی نمی‌دهد',
    copyLink: 'کپی پیوند پرداخت',
    linkCopied: 'پیوند پرداخت کپی شد',
    share: 'هم‌رسانی',
    ask: 'درخواست مبلغ',
    amount: 'مبلغ',
    token: 'توکن',
    invalid: 'این مبلغ نیست.',
    only: 'فقط برای این شبکه‌ها: {networks}',
    onlyOne: 'فقط برای این شبکه: {network}',
  },
} satisfies TextsOf<typeof words, 'receive'>
