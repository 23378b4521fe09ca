import type { TextsOf } from '../../../i18n/messages.ts'
import type { words } from '../words.ts'

export default {
  account: { notebook: 'Catatan' },
  notebook: {
    title: 'Buku catatan',
    note: 'Catatan {count}',
    add: 'Tambah catatan',
    save: 'Simpan',
    saving: 'Menyimpan',
    rules: 'Tata tertib',
    accept: 'Terima',
  },
  error: { notebookFull: 'Buku catatan tidak punya halaman kosong' },
} satisfies TextsOf<typeof words, 'notebook'>
