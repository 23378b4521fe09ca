import type { TextsOf } from '../../../i18n/messages.ts'
import type { words } from '../words.ts'

export default {
  siwx: {
    title: 'Masuk',
    heading: 'Masuk ke {domain}',
    text: 'Tanda tangani pesan dengan {wallet} untuk menunjukkan bahwa akun ini milik Anda. Ini gratis dan tidak memindahkan apa pun.',
    required: 'Situs ini memerlukannya. Jika Anda membatalkan, dompet Anda diputuskan.',
    show: 'Tampilkan pesan',
    hide: 'Sembunyikan pesan',
    message: 'Pesan',
    sign: 'Masuk',
    waiting: 'Konfirmasi di {wallet}',
    cancel: 'Batal',
    retry: 'Coba lagi',
    checkingTitle: 'Memeriksa status masuk Anda',
    checkingText: 'Tunggu sebentar.',
    unknownTitle: '{site} tidak menjawab',
    unknownText:
      'Kami tidak dapat mengetahui apakah Anda sudah masuk. Dompet Anda masih terhubung.',
    failed: '{site} tidak dapat membuat Anda masuk.',
    clock: 'Jam perangkat ini tampaknya salah. Atur tanggal dan waktunya, lalu coba lagi.',
  },
} satisfies TextsOf<typeof words>
