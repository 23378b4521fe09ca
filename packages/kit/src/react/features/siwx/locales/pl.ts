import type { TextsOf } from '../../../i18n/messages.ts'
import type { words } from '../words.ts'

export default {
  siwx: {
    title: 'Zaloguj się',
    heading: 'Zaloguj się do {domain}',
    text: 'Podpisz wiadomość w {wallet}, aby pokazać, że to konto jest twoje. To nic nie kosztuje i niczego nie przenosi.',
    required: 'Ta witryna tego wymaga. Jeśli anulujesz, twój portfel zostanie rozłączony.',
    show: 'Pokaż wiadomość',
    hide: 'Ukryj wiadomość',
    message: 'Wiadomość',
    sign: 'Zaloguj się',
    waiting: 'Potwierdź w {wallet}',
    cancel: 'Anuluj',
    retry: 'Spróbuj ponownie',
    checkingTitle: 'Sprawdzanie logowania',
    checkingText: 'Chwileczkę.',
    unknownTitle: '{site} nie odpowiada',
    unknownText: 'Nie udało się ustalić stanu logowania. Twój portfel jest nadal połączony.',
    failed: 'Logowanie do {site} się nie powiodło.',
    clock: 'Zegar tego urządzenia wydaje się niewłaściwy. Ustaw datę i godzinę i spróbuj ponownie.',
  },
} satisfies TextsOf<typeof words>
