import type { ServerTexts } from '../createTranslator.ts'

export default {
  moment: '{day}, {clock} UTC',
  fact: '{name}: {value}',
  site: 'Situs',
  with: 'Dengan',
  browser: 'Browser',
  saysItself: '{browser}, menurut browser itu sendiri',
  place: 'Tempat',
  time: 'Waktu',
  removed: 'Dihapus',
  by: 'Oleh',
  byAt: '{browser}, di {site}',
  added: 'Ditambahkan',
  newAddress: 'Alamat baru',
  never:
    'Tidak seorang pun akan meminta kode ini dari Anda, baik lewat telepon, email, maupun obrolan. Masukkan hanya di tempat Anda memintanya.',
  ignore: 'Jika Anda tidak memintanya, abaikan email ini.',
  stolen:
    'Jika Anda tidak memintanya, seseorang memakai dompet Anda di browser itu: hapus perangkatnya di pengaturan dompet Anda, dan jangan berikan kode ini kepada siapa pun.',
  code: 'Kode Anda {code}',
  codeText: 'Kode ini membuat Anda masuk ke {site}, dan berlaku {minutes} menit.',
  codeGives:
    'Siapa pun yang punya kode ini membuka dompet alamat ini di browser di atas, atau membuatnya di sana jika belum ada.',
  codePage:
    'Anda memasukkan kode di halaman {site}, yang bisa memakainya di perangkat lain. Masukkan hanya jika Anda memercayai situs itu dan browser di atas adalah milik Anda.',
  codeWindow:
    'Masukkan kode hanya di jendela dompet sendiri, yang alamatnya diawali {wallet}, dan hanya jika browser di atas adalah milik Anda.',
  madeTitle: 'Dompet Anda siap',
  madeText:
    'Jika Anda kehilangan browser ini, masuk di browser lain seperti di sini: brankas {operator} lalu mengembalikan dompet Anda. Dengan brankas itu {operator} dapat membuka dompet Anda sendiri.',
  madeMore: 'Di bawah “Pemulihan” pada pengaturan dompet Anda dapat menambahkan cara lain.',
  deviceSubject: 'Apakah ini Anda? Perangkat baru ingin masuk',
  deviceTitle: 'Perangkat baru ingin masuk ke dompet Anda',
  deviceText: 'Buka tautan ini untuk menyetujui atau menolaknya. Berlaku {minutes} menit.',
  deviceButton: 'Setujui atau tolak',
  vaultSubject: 'Dompet Anda akan segera dipulihkan',
  vaultTitle: 'Sebuah perangkat ingin memulihkan dompet Anda',
  vaultText:
    'Perangkat itu mendapat dompet Anda pada {time}. Jika ini Anda, tidak ada yang perlu dilakukan.',
  vaultRefuse: 'Jika ini bukan Anda, tolak sekarang:',
  vaultButton: 'Ini bukan saya',
  recoveredTitle: 'Dompet Anda dipulihkan di sebuah perangkat',
  recoveredText: 'Jika ini bukan Anda, segera pindahkan isi dompet Anda ke dompet lain.',
  recoverySetTitle: 'Pemulihan dompet Anda diubah',
  recoveryNew: 'Baru',
  password: 'Kata sandi pemulihan',
  passkey: 'Kunci sandi',
  vaultOf: 'Brankas {operator}',
  recoverySetText:
    'Yang sebelumnya disiapkan dengan cara yang sama tidak lagi mengembalikan dompet. Jika ini bukan Anda, seseorang memakai dompet Anda di browser itu: segera pindahkan isinya ke dompet lain.',
  removedTitle: 'Sebuah perangkat dihapus dari dompet Anda',
  removedText:
    'Jika ini bukan Anda, seseorang dapat masuk ke dompet Anda: ubah kata sandi email Anda, dan hapus perangkat yang tidak Anda kenal.',
  joinedSubject: '{way} kini membuka dompet Anda',
  joinedTitle: 'Cara masuk ditambahkan ke dompet Anda',
  joinedText:
    'Jika ini bukan Anda, seseorang dapat masuk ke dompet Anda: hapus perangkat yang tidak Anda kenal, dan pindahkan isinya ke dompet lain.',
  anAddress: 'Alamat email',
  leaveSubject: 'Kode Anda untuk mengubah alamat adalah {code}',
  leaveText:
    'Kode ini untuk mengubah alamat email dompet Anda menjadi {email}, dan berlaku {minutes} menit.',
  newSubject: 'Kode Anda untuk alamat baru adalah {code}',
  newText:
    'Kode ini menjadikan alamat ini alamat email sebuah dompet di {site}, dan berlaku {minutes} menit.',
  changedSubject: 'Alamat dompet Anda diubah',
  changedTitle: 'Alamat email dompet Anda diubah',
  changedNow: 'Mulai sekarang alamat ini tidak lagi membuka dompet.',
  changedTold:
    'Mulai sekarang alamat baru juga membuka dompet, dan kabar tentang dompet dikirim ke sana.',
  changedText:
    'Jika ini bukan Anda, segera pindahkan isi dompet Anda ke dompet lain, di browser tempat dompet itu masih terbuka.',
  deletionSubject: 'Kode Anda untuk menghapus dompet adalah {code}',
  deletionText:
    'Kode ini untuk menghapus dompet Anda di sini selamanya, dan berlaku {minutes} menit.',
  deletedTitle: 'Dompet Anda dihapus',
  deletedText:
    'Tidak ada lagi yang disimpan di sini. Frasa pemulihan Anda, jika disimpan, tetap membuka akun Anda di dompet lain mana pun.',
  linkOver: 'Tautan ini sudah tidak berlaku',
  linkOverText:
    'Tautan ini sudah dipakai, atau sudah terlalu lama. Jika ingin masuk, mulai lagi di situsnya.',
  approve: 'Setujui',
  refuse: 'Itu bukan saya',
  askTitle: 'Apakah ini Anda?',
  askText:
    'Perangkat baru ingin masuk ke dompet Anda. Setujui hanya jika Anda sedang masuk di sana sekarang.',
  approved: 'Disetujui',
  approvedText: 'Kembali ke situs: perangkatnya sudah masuk. Anda dapat menutup halaman ini.',
  refuseTitle: 'Tolak perangkat ini?',
  refuseText: 'Perangkat ini dikeluarkan, dan tidak mendapat dompet Anda.',
  refused: 'Ditolak',
  refusedText:
    'Perangkat ini tidak masuk ke dompet Anda. Jika Anda melihat ini lagi, seseorang membaca email Anda: ubah kata sandinya.',
  loginOver: 'Login ini sudah berakhir',
  loginOverText:
    'Login ini sudah dipakai, atau terlalu lama. Tutup halaman ini, dan mulai lagi di situsnya.',
  loginFailed: 'Anda belum masuk',
  loginFailedText: 'Login dibatalkan, atau gagal.',
  loginDone: 'Hampir selesai',
  loginDoneText: 'Jendela ini menutup sendiri. Jika tetap terbuka, kembali ke situs.',
  loginCutOffText:
    'Browser Anda memisahkan jendela ini dari situs, jadi login tidak dapat selesai di sini. Kembali ke situs, dan lanjutkan di tabnya.',
  goBack: 'Kembali ke {site}',
  unbuilt: 'Dompet belum dibangun',
  unbuiltText: 'Halamannya tidak ada: operator harus membangunnya.',
  unknownProject: 'Proyek tidak dikenal',
  unknownProjectText: 'Alamat ini memerlukan ID proyek yang dikenal operator dompet.',
  window: 'Dompet {operator}',
} satisfies ServerTexts
