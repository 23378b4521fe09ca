import type { TextsOf } from '../../../i18n/messages.ts'
import type { words } from '../words.ts'

export default {
  contacts: {
    title: 'Адресная книга',
    emptyTitle: 'Здесь пока никого нет',
    emptyText: 'Имена, которые вы даёте адресам, остаются на этом устройстве.',
    add: 'Добавить адрес',
    edit: 'Изменить: {name}',
    editTitle: 'Изменить адрес',
    label: 'Имя',
    address: 'Адрес',
    addressHint: 'Адрес или имя',
    save: 'Сохранить',
    remove: 'Удалить',
    labelEmpty: 'Введите имя',
    labelTaken: 'Это имя уже занято другим адресом.',
    addressInvalid: 'Это не адрес.',
    addressTaken: 'У этого адреса уже есть имя.',
    full: 'Адресная книга заполнена.',
  },
} satisfies TextsOf<typeof words>
