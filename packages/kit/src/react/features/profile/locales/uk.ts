import type { TextsOf } from '../../../i18n/messages.ts'
import type { words } from '../words.ts'

export default {
  profile: {
    title: 'Ваші гаманці',
    kinds: 'Види рахунків',
    none: 'Тут ще не підключено жодного гаманця.',
    connected: 'Підключені гаманці',
    recents: 'Нещодавні гаманці',
    recent: 'Нещодавній',
    elsewhere: 'Інша мережа',
    inUse: 'Тепер вибрано {wallet}',
    replaced: '{wallet} відключено. Тепер використовується {account}.',
    joined: '{wallet} теж підключено',
    add: 'Додати гаманець',
    manage: 'Налаштування гаманця',
    disconnectOne: 'Відключити {wallet}',
    disconnect: 'Відключити',
    disconnectAll: 'Відключити всі',
  },
} satisfies TextsOf<typeof words>
