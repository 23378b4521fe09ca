import type { TextsOf } from '../../../i18n/messages.ts'
import type { words } from '../words.ts'

export default {
  account: { receive: 'Empfangen' },
  receive: {
    title: 'Empfangen',
    code: 'Code mit deiner Adresse',
    requestCode: 'Code, der um {amount} bittet',
    copy: 'Adresse kopieren',
    copied: 'Adresse kopiert',
    copyFailed: 'Dieser Browser erlaubt das Kopieren nicht',
    copyLink: 'Zahlungslink kopieren',
    linkCopied: 'Zahlungslink kopiert',
    share: 'Teilen',
    ask: 'Um einen Betrag bitten',
    amount: 'Betrag',
    token: 'Token',
    invalid: 'Das ist kein Betrag.',
    only: 'Nur für diese Netzwerke: {networks}',
    onlyOne: 'Nur für dieses Netzwerk: {network}',
  },
} satisfies TextsOf<typeof words, 'receive'>
