import type { TextsOf } from '../../../i18n/messages.ts'
import type { words } from '../words.ts'

export default {
  profile: {
    title: 'Suas carteiras',
    kinds: 'Tipos de conta',
    none: 'Nenhuma carteira conectada aqui ainda.',
    connected: 'Carteiras conectadas',
    recents: 'Carteiras recentes',
    recent: 'Recente',
    elsewhere: 'Outra rede',
    inUse: 'Agora você usa {wallet}',
    replaced: '{wallet} se desconectou. Agora você usa {account}.',
    joined: '{wallet} também está conectada',
    add: 'Adicionar carteira',
    manage: 'Ajustes da carteira',
    disconnectOne: 'Desconectar {wallet}',
    disconnect: 'Desconectar',
    disconnectAll: 'Desconectar todas',
  },
} satisfies TextsOf<typeof words>
