import type { TextsOf } from '../../../i18n/messages.ts'
import type { words } from '../words.ts'

export default {
  profile: {
    title: 'کیف پول‌های شما',
    kinds: 'انواع حساب',
    none: 'هنوز کیف پولی اینجا متصل نیست.',
    connected: 'کیف پول‌های متصل',
    recents: 'کیف پول‌های اخیر',
    recent: 'اخیر',
    elsewhere: 'شبکهٔ دیگر',
    inUse: 'اکنون با {wallet} هستید',
    replaced: 'اتصال {wallet} قطع شد. اکنون {account} استفاده می‌شود.',
    joined: '{wallet} هم متصل است',
    add: 'افزودن کیف پول',
    manage: 'تنظیمات کیف پول',
    disconnectOne: 'قطع اتصال {wallet}',
    disconnect: 'قطع اتصال',
    disconnectAll: 'قطع اتصال همه',
  },
} satisfies TextsOf<typeof words>
