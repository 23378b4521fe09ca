import type { TextsOf } from '../../../i18n/messages.ts'
import type { words } from '../words.ts'

export default {
  siwx: {
    title: 'Inloggen',
    heading: 'Inloggen bij {domain}',
    text: 'Onderteken een bericht met {wallet} om te laten zien dat dit account van jou is. Het kost niets en verplaatst niets.',
    required: 'Deze site heeft dit nodig. Als je annuleert, wordt je wallet ontkoppeld.',
    show: 'Bericht tonen',
    hide: 'Bericht verbergen',
    message: 'Bericht',
    sign: 'Inloggen',
    waiting: 'Bevestig in {wallet}',
    cancel: 'Annuleren',
    retry: 'Opnieuw proberen',
    checkingTitle: 'Je login wordt opgezocht',
    checkingText: 'Een ogenblik.',
    unknownTitle: '{site} antwoordt niet',
    unknownText: 'We konden niet nagaan of je bent ingelogd. Je wallet is nog gekoppeld.',
    failed: '{site} kon je niet inloggen.',
    clock:
      'De klok van dit apparaat lijkt verkeerd te staan. Stel datum en tijd in en probeer het opnieuw.',
  },
} satisfies TextsOf<typeof words>
