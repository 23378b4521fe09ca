import type { TextsOf } from '../../../i18n/messages.ts'
import type { words } from '../words.ts'

export default {
  contacts: {
    title: 'Carnet d’adresses',
    emptyTitle: 'Personne pour l’instant',
    emptyText: 'Les noms donnés aux adresses restent sur cet appareil.',
    add: 'Ajouter une adresse',
    edit: 'Modifier {name}',
    editTitle: 'Modifier l’adresse',
    label: 'Nom',
    address: 'Adresse',
    addressHint: 'Adresse ou nom',
    save: 'Enregistrer',
    remove: 'Supprimer',
    labelEmpty: 'Saisissez un nom',
    labelTaken: 'Quelqu’un a déjà ce nom.',
    addressInvalid: 'Ce n’est pas une adresse.',
    addressTaken: 'Cette adresse a déjà un nom.',
    full: 'Le carnet est plein.',
  },
} satisfies TextsOf<typeof words>
