import type { TextsOf } from '../../../i18n/messages.ts'
import type { words } from '../words.ts'

export default {
  contacts: {
    title: 'دفتر العناوين',
    emptyTitle: 'لا أحد هنا بعد',
    emptyText: 'الأسماء التي تعطيها للعناوين تبقى على هذا الجهاز.',
    add: 'إضافة عنوان',
    edit: 'تعديل {name}',
    editTitle: 'تعديل العنوان',
    label: 'الاسم',
    address: 'العنوان',
    addressHint: 'عنوان أو اسم',
    save: 'حفظ',
    remove: 'حذف',
    labelEmpty: 'أدخل اسمًا',
    labelTaken: 'شخص آخر يحمل هذا الاسم.',
    addressInvalid: 'هذا ليس عنوانًا.',
    addressTaken: 'لهذا العنوان اسم بالفعل.',
    full: 'دفتر العناوين ممتلئ.',
  },
} satisfies TextsOf<typeof words>
