import type { TextsOf } from '../../../i18n/messages.ts'
import type { words } from '../words.ts'

export default {
  siwx: {
    title: 'Accedi',
    heading: 'Accedi a {domain}',
    text: 'Firma un messaggio con {wallet} per mostrare che questo account è tuo. Non costa nulla e non sposta nulla.',
    required: 'Questo sito lo richiede. Se annulli, il tuo wallet viene disconnesso.',
    show: 'Mostra messaggio',
    hide: 'Nascondi messaggio',
    message: 'Messaggio',
    sign: 'Accedi',
    waiting: 'Conferma in {wallet}',
    cancel: 'Annulla',
    retry: 'Riprova',
    checkingTitle: 'Ricerca del tuo accesso',
    checkingText: 'Un momento.',
    unknownTitle: '{site} non risponde',
    unknownText:
      'Non abbiamo potuto scoprire se hai già effettuato l’accesso. Il tuo wallet è ancora connesso.',
    failed: '{site} non ha potuto completare l’accesso.',
    clock: 'L’orologio di questo dispositivo sembra sbagliato. Imposta data e ora e riprova.',
  },
} satisfies TextsOf<typeof words>
