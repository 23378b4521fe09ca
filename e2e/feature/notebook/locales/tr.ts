import type { TextsOf } from '../../../i18n/messages.ts'
import type { words } from '../words.ts'

export default {
  account: { notebook: 'Notlar' },
  notebook: {
    title: 'Not defteri',
    note: 'Not {count}',
    add: 'Not ekle',
    save: 'Kaydet',
    saving: 'Kaydediliyor',
    rules: 'Ev kuralları',
    accept: 'Kabul et',
  },
  error: { notebookFull: 'Not defterinde boş sayfa kalmadı' },
} satisfies TextsOf<typeof words, 'notebook'>
