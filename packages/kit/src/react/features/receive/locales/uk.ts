import type { TextsOf } from '../../../i18n/messages.ts'
import type { words } from '../words.ts'

export default {
  account: { receive: 'Отримати' },
  receive: {
    title: 'Отримати',
    code: 'Код із вашою адресою',
    requestCode: 'Код із запитом на {amount}',
    copy: 'Копіювати адресу',
    copied: 'Адресу скопійовано',
    copyFailed: 'Цей браузер не дозволяє копіювати',
    copyLink: 'Копіювати посилання на оплату',
    linkCopied: 'Посилання на оплату скопійовано',
    share: 'Поділитися',
    ask: 'Запросити суму',
    amount: 'Сума',
    token: 'Токен',
    invalid: 'Це не сума.',
    only: 'Лише для цих мереж: {networks}',
    onlyOne: 'Лише для цієї мережі: {network}',
  },
} satisfies TextsOf<typeof words, 'receive'>
