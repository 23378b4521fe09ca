import type { TextsOf } from '../../../i18n/messages.ts'
import type { words } from '../words.ts'

export default {
  profile: {
    title: 'Tus wallets',
    kinds: 'Tipos de cuenta',
    none: 'Aquí aún no hay ninguna wallet conectada.',
    connected: 'Wallets conectadas',
    recents: 'Wallets recientes',
    recent: 'Reciente',
    elsewhere: 'Otra red',
    inUse: 'Ahora usas {wallet}',
    replaced: '{wallet} se desconectó. Ahora usas {account}.',
    joined: '{wallet} también está conectada',
    add: 'Añadir una wallet',
    manage: 'Ajustes de la wallet',
    disconnectOne: 'Desconectar {wallet}',
    disconnect: 'Desconectar',
    disconnectAll: 'Desconectar todas',
  },
} satisfies TextsOf<typeof words>
