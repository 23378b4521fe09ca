import type { TextsOf } from '../../../i18n/messages.ts'
import type { words } from '../words.ts'

export default {
  account: { receive: 'Ricevi' },
  receive: {
    title: 'Ricevi',
    code: 'Codice con il tuo indirizzo',
    requestCode: 'Codice che chiede {amount}',
    copy: 'Copia indirizzo',
    copied: 'Indirizzo copiato',
    copyFailed: 'Questo browser non permette di copiare',
    copyLink: 'Copia link di pagamento',
    linkCopied: 'Link di pagamento copiato',
    share: 'Condividi',
    ask: 'Chiedi un importo',
    amount: 'Importo',
    token: 'Token',
    invalid: 'Questo non è un importo.',
    only: 'Solo per queste reti: {networks}',
    onlyOne: 'Solo per questa rete: {network}',
  },
} satisfies TextsOf<typeof words, 'receive'>
