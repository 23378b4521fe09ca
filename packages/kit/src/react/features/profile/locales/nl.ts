import type { TextsOf } from '../../../i18n/messages.ts'
import type { words } from '../words.ts'

export default {
  profile: {
    title: 'Je wallets',
    kinds: 'Soorten accounts',
    none: 'Hier is nog geen wallet gekoppeld.',
    connected: 'Gekoppelde wallets',
    recents: 'Onlangs gebruikte wallets',
    recent: 'Onlangs',
    elsewhere: 'Een ander netwerk',
    inUse: 'Je gebruikt nu {wallet}',
    replaced: '{wallet} is ontkoppeld. {account} is nu in gebruik.',
    joined: '{wallet} is ook gekoppeld',
    add: 'Wallet toevoegen',
    manage: 'Walletinstellingen',
    disconnectOne: '{wallet} ontkoppelen',
    disconnect: 'Ontkoppelen',
    disconnectAll: 'Alle ontkoppelen',
  },
} satisfies TextsOf<typeof words>
