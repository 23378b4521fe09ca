import type { TextsOf } from '../../../i18n/messages.ts'
import type { words } from '../words.ts'

export default {
  nameInvitation: {
    choose: 'Pilih nama',
  },
  names: {
    title: 'Nama akun',
    heading: 'Nama untuk akun Anda',
    sendTitle: 'Mudah dikirimi',
    sendText: 'Orang memasukkan {name} sebagai ganti alamat Anda.',
    seenTitle: 'Mudah dikenali',
    seenText: 'Nama ini tampil di semua tempat alamat Anda dulu tampil.',
    publicTitle: 'Terlihat oleh semua orang',
    publicText:
      'Siapa pun dapat melihat akun mana yang memilikinya. Ini tidak dapat ditarik kembali.',
    choose: 'Pilih nama',
    impossibleTitle: 'Tidak ada nama untuk akun ini',
    impossibleText:
      'Nama tersedia untuk akun yang Anda masuki dengan login, di jaringan yang memiliki nama.',
    name: 'Nama',
    rules: 'Huruf, angka, dan -, minimal 4 karakter.',
    tooShort: 'Nama minimal 4 karakter',
    tooLong: 'Nama maksimal 64 karakter',
    characters: 'Hanya huruf, angka, dan -',
    hyphens: 'Tidak boleh diawali atau diakhiri -, atau memuat -- di tempat ketiga dan keempat',
    checking: 'Memeriksa ketersediaannya',
    free: 'Nama ini tersedia.',
    taken: 'Nama ini sudah dipakai.',
    own: 'Nama ini sudah milik Anda.',
    unresolved: 'Nama tidak dapat dicari',
    suggestions: 'Saran',
    suggestionTaken: 'Dipakai',
    suggestionsFailed: 'Saran nama tidak dapat dimuat',
    enter: 'Masukkan nama',
    another: 'Pilih nama lain',
    register: 'Daftarkan nama',
    failed: '{name} tidak dapat didaftarkan',
    unreached:
      'Layanan tidak dapat dijangkau. Coba lagi segera, dan Anda tidak perlu menandatangani lagi.',
    tooLate: '{wallet} terlambat menjawab. Coba lagi.',
    waitingTitle: 'Mendaftarkan {name}',
    waitingText: 'Tanda tangani pesan di {wallet}. Ini gratis.',
    doneTitle: '{name} milik Anda',
    doneText: 'Mulai sekarang orang dapat mengirim ke nama ini.',
    done: 'Selesai',
  },
} satisfies TextsOf<typeof words>
