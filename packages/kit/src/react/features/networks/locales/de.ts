import type { TextsOf } from '../../../i18n/messages.ts'
import type { words } from '../words.ts'

export default {
  networks: {
    title: 'Netzwerk wählen',
    networks: 'Netzwerke',
    search: 'Netzwerke suchen',
    noneTitle: 'Kein Netzwerk gefunden',
    noneText: 'Hier heißt nichts „{search}“.',
    clear: 'Suche leeren',
    lockedText: 'Diese Seite bleibt im Netzwerk deiner Wallet.',
    notApproved: 'Deine Wallet hat es nicht freigegeben.',
    switchTitle: 'Netzwerk wechseln',
    waitingTitle: 'Zu {network} wechseln',
    waitingText: 'Bestätige den Wechsel in deiner Wallet.',
    slowTitle: 'Wir warten noch auf deine Wallet',
    slowText:
      'Vielleicht ist sie gesperrt oder hinter diesem Fenster. Öffne sie und suche die Anfrage.',
    refusedTitle: 'In {wallet} abgelehnt',
    refusedText: 'Du bist noch im selben Netzwerk wie vorher.',
    pendingTitle: 'In deiner Wallet ist schon eine Anfrage offen',
    pendingText: 'Öffne sie und beantworte die Anfrage dort, dann versuch es noch einmal.',
    unknownTitle: 'Deine Wallet kann {network} nicht nutzen',
    unknownText:
      'Füge das Netzwerk in den Einstellungen deiner Wallet hinzu und versuch es noch einmal.',
    failedTitle: 'Das Netzwerk hat nicht gewechselt',
    failedText: 'Die Wallet meldet ein Problem. Ein neuer Versuch hilft oft.',
    doneTitle: 'Du bist auf {network}',
    doneText: 'Alles hier gilt jetzt für dieses Netzwerk.',
    otherTitle: 'Für {network} verbinden',
    otherText: '{network} braucht ein eigenes Konto. Deine andere Verbindung bleibt bestehen.',
    otherWallets: 'Wallets für {network}',
    otherWays: 'Anders verbinden',
    otherNone: 'Keine Wallet in diesem Browser kann das.',
    retry: 'Erneut versuchen',
    unsupportedTitle: 'Netzwerk nicht unterstützt',
    unsupportedText:
      'Diese Seite funktioniert nicht im Netzwerk deiner Wallet. Wähle eines von diesen.',
    unsupportedLocked:
      'Diese Seite funktioniert nicht im Netzwerk deiner Wallet. Wechsle es in der Wallet oder trenne sie.',
    disconnect: 'Trennen',
    help: 'Was ist ein Netzwerk?',
    anotherWallet: 'Andere Wallet nutzen',
  },
} satisfies TextsOf<typeof words>
