import type { TextsOf } from '../../../i18n/messages.ts'
import type { words } from '../words.ts'

export default {
  profile: {
    title: 'Deine Wallets',
    kinds: 'Arten von Konten',
    none: 'Hier ist noch keine Wallet verbunden.',
    connected: 'Verbundene Wallets',
    recents: 'Zuletzt genutzte Wallets',
    recent: 'Zuletzt',
    elsewhere: 'Anderes Netzwerk',
    inUse: 'Du nutzt jetzt {wallet}',
    replaced: '{wallet} hat sich getrennt. Du nutzt jetzt {account}.',
    joined: '{wallet} ist auch verbunden',
    add: 'Wallet hinzufügen',
    manage: 'Einstellungen der Wallet',
    disconnectOne: '{wallet} trennen',
    disconnect: 'Trennen',
    disconnectAll: 'Alle trennen',
  },
} satisfies TextsOf<typeof words>
