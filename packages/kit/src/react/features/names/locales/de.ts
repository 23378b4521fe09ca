import type { TextsOf } from '../../../i18n/messages.ts'
import type { words } from '../words.ts'

export default {
  nameInvitation: { choose: 'Namen wählen' },
  names: {
    title: 'Kontoname',
    heading: 'Ein Name für dein Konto',
    sendTitle: 'Leicht zu erreichen',
    sendText: 'Wer dir etwas schickt, gibt {name} statt deiner Adresse ein.',
    seenTitle: 'Leicht zu erkennen',
    seenText: 'Er steht überall, wo bisher deine Adresse stand.',
    publicTitle: 'Für alle sichtbar',
    publicText:
      'Jeder kann nachschlagen, zu welchem Konto er gehört. Das lässt sich nicht zurücknehmen.',
    choose: 'Namen wählen',
    impossibleTitle: 'Keine Namen für dieses Konto',
    impossibleText:
      'Namen gibt es für Konten, bei denen du dich anmeldest, in Netzwerken mit Namen.',
    name: 'Name des Kontos',
    rules: 'Buchstaben, Ziffern und -, mindestens 4 Zeichen.',
    tooShort: 'Der Name braucht mindestens 4 Zeichen',
    tooLong: 'Der Name darf höchstens 64 Zeichen haben',
    characters: 'Erlaubt sind nur Buchstaben, Ziffern und -',
    hyphens: '- darf nicht am Anfang oder Ende stehen, und -- nicht an dritter und vierter Stelle',
    checking: 'Wir sehen nach, ob er frei ist',
    free: 'Dieser Name ist frei.',
    taken: 'Dieser Name ist vergeben.',
    own: 'Dieser Name gehört dir schon.',
    unresolved: 'Der Name konnte nicht nachgeschlagen werden',
    suggestions: 'Vorschläge',
    suggestionTaken: 'Vergeben',
    suggestionsFailed: 'Vorschläge konnten nicht geladen werden',
    enter: 'Namen eingeben',
    another: 'Wähle einen anderen Namen',
    register: 'Namen registrieren',
    failed: '{name} konnte nicht registriert werden',
    unreached:
      'Der Dienst ist nicht erreichbar. Versuch es bald noch einmal, dann musst du nicht erneut unterschreiben.',
    tooLate: '{wallet} hat zu spät geantwortet. Versuch es noch einmal.',
    waitingTitle: '{name} wird registriert',
    waitingText: 'Unterschreibe die Nachricht in {wallet}. Das kostet nichts.',
    doneTitle: '{name} gehört dir',
    doneText: 'Ab jetzt kann man dir darüber etwas schicken.',
    done: 'Fertig',
  },
} satisfies TextsOf<typeof words>
