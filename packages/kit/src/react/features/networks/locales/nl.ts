import type { TextsOf } from '../../../i18n/messages.ts'
import type { words } from '../words.ts'

export default {
  networks: {
    title: 'Kies een netwerk',
    networks: 'Netwerken',
    search: 'Netwerken zoeken',
    help: 'Wat is een netwerk?',
    noneTitle: 'Geen netwerk gevonden',
    noneText: 'Hier heet niets ‘{search}’.',
    clear: 'Zoekopdracht wissen',
    lockedText: 'Deze site blijft op het netwerk van je wallet.',
    notApproved: 'Je wallet heeft het niet goedgekeurd.',
    switchTitle: 'Netwerk wisselen',
    waitingTitle: 'Wisselen naar {network}',
    waitingText: 'Keur de wijziging goed in je wallet.',
    slowTitle: 'Nog aan het wachten op je wallet',
    slowText:
      'Misschien is de wallet vergrendeld of zit die achter dit venster. Open de wallet en zoek het verzoek.',
    refusedTitle: 'Geweigerd in {wallet}',
    refusedText: 'Je bent nog op hetzelfde netwerk als eerst.',
    pendingTitle: 'Je wallet heeft al een verzoek openstaan',
    pendingText: 'Open de wallet en beantwoord het verzoek daar. Probeer het daarna opnieuw.',
    unknownTitle: 'Je wallet kan {network} niet gebruiken',
    unknownText: 'Voeg het netwerk toe in de instellingen van je wallet en probeer het opnieuw.',
    failedTitle: 'Het netwerk is niet gewisseld',
    failedText: 'De wallet meldt een probleem. Opnieuw proberen helpt vaak.',
    doneTitle: 'Je bent op {network}',
    doneText: 'Alles hier gaat nu over dit netwerk.',
    otherTitle: 'Koppelen voor {network}',
    otherText: '{network} heeft een eigen account nodig. Je andere koppeling blijft.',
    otherWallets: 'Wallets voor {network}',
    otherWays: 'Andere manieren om te koppelen',
    otherNone: 'Geen wallet in deze browser kan dat.',
    retry: 'Opnieuw proberen',
    unsupportedTitle: 'Netwerk niet ondersteund',
    unsupportedText: 'Deze site werkt niet op het netwerk van je wallet. Kies een van deze.',
    unsupportedLocked:
      'Deze site werkt niet op het netwerk van je wallet. Wijzig het in je wallet, of ontkoppel die.',
    anotherWallet: 'Andere wallet gebruiken',
    disconnect: 'Ontkoppelen',
  },
} satisfies TextsOf<typeof words>
