import type { TextsOf } from '../../../i18n/messages.ts'
import type { words } from '../words.ts'

export default {
  profile: {
    title: 'Dompet Anda',
    kinds: 'Jenis akun',
    none: 'Belum ada dompet yang terhubung di sini.',
    connected: 'Dompet terhubung',
    recents: 'Dompet terakhir',
    recent: 'Terakhir',
    elsewhere: 'Jaringan lain',
    inUse: 'Anda sekarang memakai {wallet}',
    replaced: '{wallet} terputus. {account} kini dipakai.',
    joined: '{wallet} juga terhubung',
    add: 'Tambah dompet',
    manage: 'Pengaturan dompet',
    disconnectOne: 'Putuskan {wallet}',
    disconnect: 'Putuskan',
    disconnectAll: 'Putuskan semua',
  },
} satisfies TextsOf<typeof words>
