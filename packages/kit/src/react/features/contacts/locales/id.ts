import type { TextsOf } from '../../../i18n/messages.ts'
import type { words } from '../words.ts'

export default {
  contacts: {
    title: 'Buku alamat',
    emptyTitle: 'Belum ada siapa-siapa',
    emptyText: 'Nama yang Anda berikan pada alamat tetap di perangkat ini.',
    add: 'Tambah alamat',
    edit: 'Ubah {name}',
    editTitle: 'Ubah alamat',
    label: 'Nama',
    address: 'Alamat',
    addressHint: 'Alamat atau nama',
    save: 'Simpan',
    remove: 'Hapus',
    labelEmpty: 'Masukkan nama',
    labelTaken: 'Nama ini sudah dipakai yang lain.',
    addressInvalid: 'Ini bukan alamat.',
    addressTaken: 'Alamat ini sudah punya nama.',
    full: 'Buku alamat sudah penuh.',
  },
} satisfies TextsOf<typeof words>
