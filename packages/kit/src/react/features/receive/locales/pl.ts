import type { TextsOf } from '../../../i18n/messages.ts'
import type { words } from '../words.ts'

export default {
  account: { receive: 'Odbierz' },
  receive: {
    title: 'Odbierz',
    code: 'Kod z twoim adresem',
    requestCode: 'Kod z prośbą o {amount}',
    copy: 'Kopiuj adres',
    copied: 'Adres skopiowany',
    copyFailed: 'Ta przeglądarka nie pozwala kopiować',
    copyLink: 'Kopiuj link do płatności',
    linkCopied: 'Link skopiowany',
    share: 'Udostępnij',
    ask: 'Poproś o kwotę',
    amount: 'Kwota',
    token: 'Token',
    invalid: 'To nie jest kwota.',
    only: 'Tylko dla tych sieci: {networks}',
    onlyOne: 'Tylko dla tej sieci: {network}',
  },
} satisfies TextsOf<typeof words, 'receive'>
