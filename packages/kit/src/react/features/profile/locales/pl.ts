import type { TextsOf } from '../../../i18n/messages.ts'
import type { words } from '../words.ts'

export default {
  profile: {
    title: 'Twoje portfele',
    kinds: 'Rodzaje kont',
    none: 'Nie połączono tu jeszcze portfela.',
    connected: 'Połączone portfele',
    recents: 'Ostatnie portfele',
    recent: 'Ostatni',
    elsewhere: 'Inna sieć',
    inUse: 'Używasz teraz {wallet}',
    replaced: 'Rozłączono {wallet}. Teraz używane jest {account}.',
    joined: 'Połączono też {wallet}',
    add: 'Dodaj portfel',
    manage: 'Ustawienia portfela',
    disconnectOne: 'Rozłącz {wallet}',
    disconnect: 'Rozłącz',
    disconnectAll: 'Rozłącz wszystkie',
  },
} satisfies TextsOf<typeof words>
