import type { ServerTexts } from '../createTranslator.ts'

export default {
  moment: '{day}, {clock} UTC',
  fact: '{name}: {value}',
  site: 'Witryna',
  with: 'Przez',
  browser: 'Przeglądarka',
  saysItself: '{browser}, jak sama podaje',
  place: 'Miejsce',
  time: 'Czas',
  removed: 'Usunięto',
  by: 'Przez',
  byAt: '{browser}, w {site}',
  added: 'Dodano',
  newAddress: 'Nowy adres',
  never:
    'Nikt nigdy nie poprosi cię o ten kod, ani telefonicznie, ani e-mailem, ani na czacie. Wpisz go tylko tam, skąd pochodzi twoja prośba o kod.',
  ignore: 'Jeśli to nie twoja prośba, zignoruj tę wiadomość.',
  stolen:
    'Jeśli to nie twoja prośba, ktoś używa twojego portfela w tamtej przeglądarce: usuń to urządzenie w ustawieniach portfela i nikomu nie podawaj tego kodu.',
  code: 'Twój kod to {code}',
  codeText: 'Loguje cię do {site} i jest ważny {minutes} min.',
  codeGives:
    'Każdy, kto ma ten kod, otworzy portfel tego adresu w przeglądarce podanej wyżej albo utworzy go tam, jeśli jeszcze go nie ma.',
  codePage:
    'Wpisujesz kod na stronie {site}, która mogłaby użyć go na innym urządzeniu. Wpisz go tylko wtedy, gdy ufasz tej witrynie, a przeglądarka podana wyżej jest twoja.',
  codeWindow:
    'Wpisz kod tylko we własnym oknie portfela, którego adres zaczyna się od {wallet}, i tylko wtedy, gdy przeglądarka podana wyżej jest twoja.',
  madeTitle: 'Twój portfel jest gotowy',
  madeText:
    'Jeśli stracisz tę przeglądarkę, zaloguj się w innej tak samo jak tutaj: sejf {operator} przywróci wtedy twój portfel. Dzięki niemu {operator} może też sam otworzyć twój portfel.',
  madeMore: 'W sekcji „Odzyskiwanie” w ustawieniach portfela możesz dodać inne sposoby.',
  deviceSubject: 'Czy to ty? Nowe urządzenie chce się zalogować',
  deviceTitle: 'Nowe urządzenie chce się zalogować do twojego portfela',
  deviceText: 'Otwórz ten link, aby je zatwierdzić lub odrzucić. Jest ważny {minutes} min.',
  deviceButton: 'Zatwierdź lub odrzuć',
  vaultSubject: 'Twój portfel zostanie wkrótce odzyskany',
  vaultTitle: 'Urządzenie chce odzyskać twój portfel',
  vaultText: 'Otrzyma twój portfel w terminie: {time}. Jeśli to ty, nie musisz nic robić.',
  vaultRefuse: 'Jeśli to nie ty, odrzuć to teraz:',
  vaultButton: 'To nie ja',
  recoveredTitle: 'Twój portfel został odzyskany na urządzeniu',
  recoveredText: 'Jeśli to nie ty, natychmiast przenieś zawartość portfela do innego portfela.',
  recoverySetTitle: 'Zmieniono odzyskiwanie twojego portfela',
  recoveryNew: 'Nowe',
  password: 'Hasło odzyskiwania',
  passkey: 'Klucz dostępu',
  vaultOf: 'Sejf {operator}',
  recoverySetText:
    'To, co było wcześniej ustawione w ten sam sposób, nie przywraca już portfela. Jeśli to nie ty, ktoś używa twojego portfela w tamtej przeglądarce: natychmiast przenieś jego zawartość do innego portfela.',
  removedTitle: 'Z twojego portfela usunięto urządzenie',
  removedText:
    'Jeśli to nie ty, ktoś może zalogować się do twojego portfela: zmień hasło do swojej poczty i usuń urządzenie, którego nie znasz.',
  joinedSubject: '{way} otwiera teraz twój portfel',
  joinedTitle: 'Do twojego portfela dodano sposób logowania',
  joinedText:
    'Jeśli to nie ty, ktoś może zalogować się do twojego portfela: usuń urządzenia, których nie znasz, i przenieś jego zawartość do innego portfela.',
  anAddress: 'Adres e-mail',
  leaveSubject: 'Twój kod do zmiany adresu to {code}',
  leaveText:
    'Służy do zmiany adresu e-mail twojego portfela na {email} i jest ważny {minutes} min.',
  newSubject: 'Twój kod do nowego adresu to {code}',
  newText: 'Ustawia ten adres jako adres e-mail portfela w {site} i jest ważny {minutes} min.',
  changedSubject: 'Adres twojego portfela został zmieniony',
  changedTitle: 'Adres e-mail twojego portfela został zmieniony',
  changedNow: 'Od teraz ten adres nie otwiera już portfela.',
  changedTold: 'Od teraz nowy adres także otwiera portfel i tam trafiają wiadomości o portfelu.',
  changedText:
    'Jeśli to nie ty, natychmiast przenieś zawartość portfela do innego portfela, w przeglądarce, w której jest jeszcze otwarty.',
  deletionSubject: 'Twój kod do usunięcia portfela to {code}',
  deletionText: 'Służy do usunięcia stąd twojego portfela na zawsze i jest ważny {minutes} min.',
  deletedTitle: 'Twój portfel został usunięty',
  deletedText:
    'Nic z niego nie jest już tu zapisane. Twoja fraza odzyskiwania, jeśli ją masz, nadal otwiera twoje konta w każdym innym portfelu.',
  linkOver: 'Ten link już nie działa',
  linkOverText:
    'Został użyty albo jest za stary. Jeśli chcesz się zalogować, zacznij od nowa w witrynie.',
  approve: 'Zatwierdź',
  refuse: 'To nie ja',
  askTitle: 'Czy to ty?',
  askText:
    'Nowe urządzenie chce się zalogować do twojego portfela. Zatwierdź je tylko wtedy, gdy właśnie się tam logujesz.',
  approved: 'Zatwierdzono',
  approvedText: 'Wróć do witryny: urządzenie jest zalogowane. Możesz zamknąć tę stronę.',
  refuseTitle: 'Odrzucić to urządzenie?',
  refuseText: 'Zostanie wylogowane i nie otrzyma twojego portfela.',
  refused: 'Odrzucono',
  refusedText:
    'To urządzenie nie wejdzie do twojego portfela. Jeśli zobaczysz to znowu, ktoś czyta twoją pocztę: zmień do niej hasło.',
  loginOver: 'To logowanie już nie działa',
  loginOverText:
    'Zostało użyte albo trwało zbyt długo. Zamknij tę stronę i zacznij od nowa w witrynie.',
  loginFailed: 'Nie zalogowano',
  loginFailedText: 'Logowanie zostało anulowane albo się nie powiodło.',
  loginDone: 'Prawie gotowe',
  loginDoneText: 'To okno zamknie się samo. Jeśli pozostanie otwarte, wróć do witryny.',
  loginCutOffText:
    'Twoja przeglądarka oddziela to okno od witryny, więc logowanie nie może się tu skończyć. Wróć do witryny i kontynuuj w jej karcie.',
  goBack: 'Wróć do {site}',
  unbuilt: 'Portfel nie jest zbudowany',
  unbuiltText: 'Brakuje jego strony: musi ją zbudować operator.',
  unknownProject: 'Nieznany projekt',
  unknownProjectText: 'Ten adres wymaga identyfikatora projektu, który zna operator portfela.',
  window: 'Portfel {operator}',
} satisfies ServerTexts
