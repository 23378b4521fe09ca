import type { TextsOf } from '../../../i18n/messages.ts'
import type { words } from '../words.ts'

export default {
  contacts: {
    title: 'دفترچهٔ آدرس',
    emptyTitle: 'هنوز کسی اینجا نیست',
    emptyText: 'نام‌هایی که به آدرس‌ها می‌دهید در همین دستگاه می‌مانند.',
    add: 'افزودن آدرس',
    edit: 'ویرایش {name}',
    editTitle: 'ویرایش آدرس',
    label: 'نام',
    address: 'آدرس',
    addressHint: 'آدرس یا نام',
    save: 'ذخیره',
    remove: 'حذف',
    labelEmpty: 'نامی وارد کنید',
    labelTaken: 'این نام برای شخص دیگری است.',
    addressInvalid: 'این آدرس نیست.',
    addressTaken: 'این آدرس از پیش نام دارد.',
    full: 'دفترچهٔ آدرس پر است.',
  },
} satisfies TextsOf<typeof words>
