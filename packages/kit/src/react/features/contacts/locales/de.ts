import type { TextsOf } from '../../../i18n/messages.ts'
import type { words } from '../words.ts'

export default {
  contacts: {
    title: 'Adressbuch',
    emptyTitle: 'Noch niemand hier',
    emptyText: 'Namen, die du Adressen gibst, bleiben auf diesem Gerät.',
    add: 'Adresse hinzufügen',
    edit: '{name} bearbeiten',
    editTitle: 'Adresse bearbeiten',
    label: 'Name',
    address: 'Adresse',
    addressHint: 'Adresse oder Name',
    save: 'Speichern',
    remove: 'Löschen',
    labelEmpty: 'Gib einen Namen ein',
    labelTaken: 'Diesen Namen hat schon jemand.',
    addressInvalid: 'Das ist keine Adresse.',
    addressTaken: 'Diese Adresse hat schon einen Namen.',
    full: 'Das Adressbuch ist voll.',
  },
} satisfies TextsOf<typeof words>
