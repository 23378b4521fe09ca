import type { TextsOf } from '../../../i18n/messages.ts'
import type { words } from '../words.ts'

export default {
  profile: {
    title: 'محافظك',
    kinds: 'أنواع الحسابات',
    none: 'لا توجد محفظة متصلة هنا بعد.',
    connected: 'المحافظ المتصلة',
    recents: 'محافظ مستخدمة مؤخرًا',
    recent: 'مستخدمة مؤخرًا',
    elsewhere: 'شبكة أخرى',
    inUse: 'أنت تستخدم الآن {wallet}',
    replaced: 'انقطع اتصال {wallet}. أنت تستخدم الآن {account}.',
    joined: '{wallet} متصلة أيضًا',
    add: 'إضافة محفظة',
    manage: 'إعدادات المحفظة',
    disconnectOne: 'قطع اتصال {wallet}',
    disconnect: 'قطع الاتصال',
    disconnectAll: 'قطع اتصال الكل',
  },
} satisfies TextsOf<typeof words>
