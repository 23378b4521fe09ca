import type { TextsOf } from '../../../i18n/messages.ts'
import type { words } from '../words.ts'

export default {
  nameInvitation: {
    choose: 'Wybierz nazwę',
  },
  names: {
    title: 'Nazwa konta',
    heading: 'Nazwa dla twojego konta',
    sendTitle: 'Łatwo na nią wysłać',
    sendText: 'Inni wpisują {name} zamiast twojego adresu.',
    seenTitle: 'Łatwo ją rozpoznać',
    seenText: 'Pojawia się wszędzie tam, gdzie był twój adres.',
    publicTitle: 'Widoczna dla wszystkich',
    publicText: 'Każdy może sprawdzić, które konto ją ma. Nie da się tego cofnąć.',
    choose: 'Wybierz nazwę',
    impossibleTitle: 'Brak nazw dla tego konta',
    impossibleText: 'Nazwy są dla kont, na które się logujesz, w sieciach, które mają nazwy.',
    name: 'Nazwa',
    rules: 'Litery, cyfry i -, co najmniej 4 znaki.',
    tooShort: 'Nazwa musi mieć co najmniej 4 znaki',
    tooLong: 'Nazwa może mieć najwyżej 64 znaki',
    characters: 'Dozwolone są tylko litery, cyfry i -',
    hyphens:
      'Nie może zaczynać się ani kończyć znakiem - ani mieć -- na trzecim i czwartym miejscu',
    checking: 'Sprawdzanie, czy jest wolna',
    free: 'Ta nazwa jest wolna.',
    taken: 'Ta nazwa jest zajęta.',
    own: 'Ta nazwa jest już twoja.',
    unresolved: 'Nie udało się sprawdzić nazwy',
    suggestions: 'Propozycje',
    suggestionTaken: 'Zajęta',
    suggestionsFailed: 'Nie udało się wczytać propozycji',
    enter: 'Wpisz nazwę',
    another: 'Wybierz inną nazwę',
    register: 'Zarejestruj nazwę',
    failed: 'Nie udało się zarejestrować nazwy {name}',
    unreached:
      'Usługa jest nieosiągalna. Spróbuj wkrótce ponownie, a nie trzeba będzie znów podpisywać.',
    tooLate: 'Portfel {wallet} odpowiedział za późno. Spróbuj ponownie.',
    waitingTitle: 'Rejestrowanie {name}',
    waitingText: 'Podpisz wiadomość w {wallet}. To nic nie kosztuje.',
    doneTitle: '{name} należy do ciebie',
    doneText: 'Od teraz można na nią wysyłać.',
    done: 'Gotowe',
  },
} satisfies TextsOf<typeof words>
