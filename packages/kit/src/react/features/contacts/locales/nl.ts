import type { TextsOf } from '../../../i18n/messages.ts'
import type { words } from '../words.ts'

export default {
  contacts: {
    title: 'Adresboek',
    emptyTitle: 'Hier is nog niemand',
    emptyText: 'Namen die je aan adressen geeft, blijven op dit apparaat.',
    add: 'Adres toevoegen',
    edit: '{name} bewerken',
    editTitle: 'Adres bewerken',
    label: 'Naam',
    address: 'Adres',
    addressHint: 'Adres of naam',
    save: 'Opslaan',
    remove: 'Verwijderen',
    labelEmpty: 'Voer een naam in',
    labelTaken: 'Iemand anders heeft deze naam.',
    addressInvalid: 'Dit is geen adres.',
    addressTaken: 'Dit adres heeft al een naam.',
    full: 'Het adresboek is vol.',
  },
} satisfies TextsOf<typeof words>
