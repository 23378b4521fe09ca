import type { TextsOf } from '../../../i18n/messages.ts'
import type { words } from '../words.ts'

export default {
  contacts: {
    title: 'Rubrica',
    emptyTitle: 'Ancora nessuno qui',
    emptyText: 'I nomi che dai agli indirizzi restano su questo dispositivo.',
    add: 'Aggiungi indirizzo',
    edit: 'Modifica {name}',
    editTitle: 'Modifica indirizzo',
    label: 'Nome',
    address: 'Indirizzo',
    addressHint: 'Indirizzo o nome',
    save: 'Salva',
    remove: 'Elimina',
    labelEmpty: 'Inserisci un nome',
    labelTaken: 'Qualcun altro ha questo nome.',
    addressInvalid: 'Questo non è un indirizzo.',
    addressTaken: 'Questo indirizzo ha già un nome.',
    full: 'La rubrica è piena.',
  },
} satisfies TextsOf<typeof words>
