import type { TextsOf } from '../../../i18n/messages.ts'
import type { words } from '../words.ts'

export default {
  contacts: {
    title: 'Адресна книга',
    emptyTitle: 'Тут ще нікого немає',
    emptyText: 'Імена, які ви даєте адресам, лишаються на цьому пристрої.',
    add: 'Додати адресу',
    edit: 'Змінити {name}',
    editTitle: 'Змінити адресу',
    label: 'Ім’я',
    address: 'Адреса',
    addressHint: 'Адреса або ім’я',
    save: 'Зберегти',
    remove: 'Видалити',
    labelEmpty: 'Введіть ім’я',
    labelTaken: 'Це ім’я вже має хтось інший.',
    addressInvalid: 'Це не адреса.',
    addressTaken: 'Ця адреса вже має ім’я.',
    full: 'Адресна книга заповнена.',
  },
} satisfies TextsOf<typeof words>
