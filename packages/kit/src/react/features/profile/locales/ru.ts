import type { TextsOf } from '../../../i18n/messages.ts'
import type { words } from '../words.ts'

export default {
  profile: {
    title: 'Ваши кошельки',
    kinds: 'Виды аккаунтов',
    none: 'Здесь ещё не подключён ни один кошелёк.',
    connected: 'Подключённые кошельки',
    recents: 'Недавние кошельки',
    recent: 'Недавний',
    elsewhere: 'Другая сеть',
    inUse: 'Теперь используется {wallet}',
    replaced: '{wallet}: отключено. Теперь используется {account}.',
    joined: '{wallet}: тоже подключено',
    add: 'Добавить кошелёк',
    manage: 'Настройки кошелька',
    disconnectOne: 'Отключить {wallet}',
    disconnect: 'Отключить',
    disconnectAll: 'Отключить все',
  },
} satisfies TextsOf<typeof words>
