import type { TextsOf } from '../../../i18n/messages.ts'
import type { words } from '../words.ts'

export default {
  account: { receive: 'Получить' },
  receive: {
    title: 'Получить',
    code: 'Код с вашим адресом',
    requestCode: 'Код с запросом на {amount}',
    copy: 'Копировать адрес',
    copied: 'Адрес скопирован',
    copyFailed: 'Этот браузер не разрешает копирование',
    copyLink: 'Копировать ссылку',
    linkCopied: 'Ссылка на оплату скопирована',
    share: 'Поделиться',
    ask: 'Запросить сумму',
    amount: 'Сумма',
    token: 'Токен',
    invalid: 'Это не сумма.',
    only: 'Только для этих сетей: {networks}',
    onlyOne: 'Только для этой сети: {network}',
  },
} satisfies TextsOf<typeof words, 'receive'>
