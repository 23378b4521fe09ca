import type { TextsOf } from '../../../i18n/messages.ts'
import type { words } from '../words.ts'

export default {
  account: { receive: 'Terima' },
  receive: {
    title: 'Terima',
    code: 'Kode berisi alamat Anda',
    requestCode: 'Kode yang meminta {amount}',
    copy: 'Salin alamat',
    copied: 'Alamat disalin',
    copyFailed: 'Browser ini tidak mengizinkan penyalinan',
    copyLink: 'Salin tautan pembayaran',
    linkCopied: 'Tautan pembayaran disalin',
    share: 'Bagikan',
    ask: 'Minta jumlah tertentu',
    amount: 'Jumlah',
    token: 'Token',
    invalid: 'Ini bukan jumlah.',
    only: 'Hanya untuk jaringan ini: {networks}',
    onlyOne: 'Hanya untuk jaringan ini: {network}',
  },
} satisfies TextsOf<typeof words, 'receive'>
