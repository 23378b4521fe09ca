import type { TextsOf } from '../../../i18n/messages.ts'
import type { words } from '../words.ts'

export default {
  profile: {
    title: 'I tuoi wallet',
    kinds: 'Tipi di account',
    none: 'Nessun wallet ancora connesso qui.',
    connected: 'Wallet connessi',
    recents: 'Wallet recenti',
    recent: 'Recente',
    elsewhere: 'Un’altra rete',
    inUse: 'Ora usi {wallet}',
    replaced: '{wallet} si è disconnesso. Ora è in uso {account}.',
    joined: 'Anche {wallet} è connesso',
    add: 'Aggiungi wallet',
    manage: 'Impostazioni del wallet',
    disconnectOne: 'Disconnetti {wallet}',
    disconnect: 'Disconnetti',
    disconnectAll: 'Disconnetti tutti',
  },
} satisfies TextsOf<typeof words>
