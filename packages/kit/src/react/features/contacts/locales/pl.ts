import type { TextsOf } from '../../../i18n/messages.ts'
import type { words } from '../words.ts'

export default {
  contacts: {
    title: 'Książka adresowa',
    emptyTitle: 'Jeszcze nikogo tu nie ma',
    emptyText: 'Nazwy, które nadajesz adresom, zostają na tym urządzeniu.',
    add: 'Dodaj adres',
    edit: 'Edytuj: {name}',
    editTitle: 'Edytuj adres',
    label: 'Nazwa',
    address: 'Adres',
    addressHint: 'Adres lub nazwa',
    save: 'Zapisz',
    remove: 'Usuń',
    labelEmpty: 'Wpisz nazwę',
    labelTaken: 'Ktoś inny ma już tę nazwę.',
    addressInvalid: 'To nie jest adres.',
    addressTaken: 'Ten adres ma już nazwę.',
    full: 'Książka adresowa jest pełna.',
  },
} satisfies TextsOf<typeof words>
