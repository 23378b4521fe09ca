import type { TextsOf } from '../../../i18n/messages.ts'
import type { words } from '../words.ts'

export default {
  siwx: {
    title: 'تسجيل الدخول',
    heading: 'تسجيل الدخول إلى {domain}',
    text: 'وقّع رسالة باستخدام {wallet} لتُظهر أن هذا الحساب لك. لا يكلّف ذلك شيئًا ولا ينقل شيئًا.',
    required: 'يحتاج هذا الموقع إلى ذلك. إذا ألغيت فستُفصل محفظتك.',
    show: 'إظهار الرسالة',
    hide: 'إخفاء الرسالة',
    message: 'الرسالة',
    sign: 'تسجيل الدخول',
    waiting: 'أكّد في {wallet}',
    cancel: 'إلغاء',
    retry: 'حاول مرة أخرى',
    checkingTitle: 'نبحث عن تسجيل دخولك',
    checkingText: 'لحظة من فضلك.',
    unknownTitle: '{site} لا يستجيب',
    unknownText: 'تعذّر علينا معرفة ما إذا كنت قد سجّلت الدخول. ما زالت محفظتك متصلة.',
    failed: 'تعذّر على {site} تسجيل دخولك.',
    clock: 'يبدو أن ساعة هذا الجهاز غير صحيحة. اضبط التاريخ والوقت ثم حاول مرة أخرى.',
  },
} satisfies TextsOf<typeof words>
