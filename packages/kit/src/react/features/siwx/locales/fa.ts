import type { TextsOf } from '../../../i18n/messages.ts'
import type { words } from '../words.ts'

export default {
  siwx: {
    title: 'ورود',
    heading: 'ورود به {domain}',
    text: 'پیامی را با {wallet} امضا کنید تا نشان دهید این حساب مال شماست. هزینه‌ای ندارد و چیزی را جابه‌جا نمی‌کند.',
    required: 'این سایت به آن نیاز دارد. اگر لغو کنید، اتصال کیف پول شما قطع می‌شود.',
    show: 'نمایش پیام',
    hide: 'پنهان کردن پیام',
    message: 'پیام',
    sign: 'ورود',
    waiting: 'در {wallet} تأیید کنید',
    cancel: 'لغو',
    retry: 'تلاش دوباره',
    checkingTitle: 'در جست‌وجوی ورود شما',
    checkingText: 'چند لحظه.',
    unknownTitle: '{site} پاسخ نمی‌دهد',
    unknownText: 'نتوانستیم بفهمیم وارد شده‌اید یا نه. کیف پول شما هنوز متصل است.',
    failed: 'ورود به {site} ممکن نشد.',
    clock:
      'به نظر می‌رسد ساعت این دستگاه درست نیست. تاریخ و ساعت را تنظیم کنید و دوباره امتحان کنید.',
  },
} satisfies TextsOf<typeof words>
