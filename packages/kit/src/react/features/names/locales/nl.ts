import type { TextsOf } from '../../../i18n/messages.ts'
import type { words } from '../words.ts'

export default {
  nameInvitation: {
    choose: 'Kies een naam',
  },
  names: {
    title: 'Accountnaam',
    heading: 'Een naam voor je account',
    sendTitle: 'Makkelijk om naar te sturen',
    sendText: 'Mensen voeren {name} in in plaats van je adres.',
    seenTitle: 'Makkelijk te herkennen',
    seenText: 'De naam staat overal waar eerst je adres stond.',
    publicTitle: 'Voor iedereen zichtbaar',
    publicText:
      'Iedereen kan opzoeken bij welk account de naam hoort. Dat is niet terug te draaien.',
    choose: 'Kies een naam',
    impossibleTitle: 'Geen namen voor dit account',
    impossibleText: 'Namen zijn er voor accounts waarop je inlogt, op netwerken die namen hebben.',
    name: 'Naam',
    rules: 'Letters, cijfers en -, minstens 4 tekens.',
    tooShort: 'De naam moet minstens 4 tekens hebben',
    tooLong: 'De naam mag hoogstens 64 tekens hebben',
    characters: 'Alleen letters, cijfers en - zijn toegestaan',
    hyphens: 'Mag niet met - beginnen of eindigen, en niet -- als derde en vierde teken hebben',
    checking: 'Kijken of de naam vrij is',
    free: 'Deze naam is vrij.',
    taken: 'Deze naam is bezet.',
    own: 'Deze naam is al van jou.',
    unresolved: 'De naam kon niet worden opgezocht',
    suggestions: 'Suggesties',
    suggestionTaken: 'Bezet',
    suggestionsFailed: 'Suggesties konden niet worden geladen',
    enter: 'Voer een naam in',
    another: 'Kies een andere naam',
    register: 'Naam registreren',
    failed: '{name} kon niet worden geregistreerd',
    unreached:
      'De dienst is niet bereikbaar. Probeer het snel opnieuw, dan hoef je niet nog eens te ondertekenen.',
    tooLate: '{wallet} heeft te laat geantwoord. Probeer het opnieuw.',
    waitingTitle: '{name} wordt geregistreerd',
    waitingText: 'Onderteken het bericht in {wallet}. Het kost niets.',
    doneTitle: '{name} is van jou',
    doneText: 'Vanaf nu kunnen mensen ernaar versturen.',
    done: 'Klaar',
  },
} satisfies TextsOf<typeof words>
