import type { TextsOf } from '../../../i18n/messages.ts'
import type { words } from '../words.ts'

export default {
  siwx: {
    title: 'Anmelden',
    heading: 'Bei {domain} anmelden',
    text: 'Unterschreibe eine Nachricht mit {wallet} und zeige so, dass dieses Konto dir gehört. Das kostet nichts und bewegt nichts.',
    required: 'Diese Seite braucht das. Brichst du ab, wird deine Wallet getrennt.',
    show: 'Nachricht zeigen',
    hide: 'Nachricht ausblenden',
    message: 'Nachricht',
    sign: 'Anmelden',
    waiting: 'In {wallet} bestätigen',
    cancel: 'Abbrechen',
    retry: 'Erneut versuchen',
    checkingTitle: 'Wir suchen deine Anmeldung',
    checkingText: 'Einen Moment.',
    unknownTitle: '{site} antwortet nicht',
    unknownText:
      'Wir konnten nicht herausfinden, ob du angemeldet bist. Deine Wallet ist noch verbunden.',
    failed: '{site} konnte dich nicht anmelden.',
    clock:
      'Die Uhr dieses Geräts geht wohl falsch. Stell Datum und Uhrzeit ein und versuch es noch einmal.',
  },
} satisfies TextsOf<typeof words>
