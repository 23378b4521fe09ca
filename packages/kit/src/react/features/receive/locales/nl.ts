import type { TextsOf } from '../../../i18n/messages.ts'
import type { words } from '../words.ts'

export default {
  account: { receive: 'Ontvangen' },
  receive: {
    title: 'Ontvangen',
    code: 'Code met je adres',
    requestCode: 'Code die om {amount} vraagt',
    copy: 'Adres kopiëren',
    copied: 'Adres gekopieerd',
    copyFailed: 'Deze browser staat kopiëren niet toe',
    copyLink: 'Betaallink kopiëren',
    linkCopied: 'Betaallink gekopieerd',
    share: 'Delen',
    ask: 'Vraag om een bedrag',
    amount: 'Bedrag',
    token: 'Token',
    invalid: 'Dit is geen bedrag.',
    only: 'Alleen voor deze netwerken: {networks}',
    onlyOne: 'Alleen voor dit netwerk: {network}',
  },
} satisfies TextsOf<typeof words, 'receive'>
