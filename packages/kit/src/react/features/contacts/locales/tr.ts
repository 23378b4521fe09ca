import type { TextsOf } from '../../../i18n/messages.ts'
import type { words } from '../words.ts'

export default {
  contacts: {
    title: 'Adres defteri',
    emptyTitle: 'Burada henüz kimse yok',
    emptyText: 'Adreslere verdiğiniz adlar bu cihazda kalır.',
    add: 'Adres ekle',
    edit: 'Düzenle: {name}',
    editTitle: 'Adresi düzenle',
    label: 'Ad',
    address: 'Adres',
    addressHint: 'Adres veya ad',
    save: 'Kaydet',
    remove: 'Sil',
    labelEmpty: 'Bir ad girin',
    labelTaken: 'Bu ad başka bir adrese ait.',
    addressInvalid: 'Bu bir adres değil.',
    addressTaken: 'Bu adresin zaten bir adı var.',
    full: 'Adres defteri dolu.',
  },
} satisfies TextsOf<typeof words>
