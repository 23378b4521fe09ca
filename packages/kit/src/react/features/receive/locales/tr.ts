import type { TextsOf } from '../../../i18n/messages.ts'
import type { words } from '../words.ts'

export default {
  account: { receive: 'Al' },
  receive: {
    title: 'Al',
    code: 'Adresinizi içeren kod',
    requestCode: '{amount} isteyen kod',
    copy: 'Adresi kopyala',
    copied: 'Adres kopyalandı',
    copyFailed: 'Bu tarayıcı kopyalamaya izin vermiyor',
    copyLink: 'Ödeme bağlantısını kopyala',
    linkCopied: 'Ödeme bağlantısı kopyalandı',
    share: 'Paylaş',
    ask: 'Tutar iste',
    amount: 'Tutar',
    token: 'Token',
    invalid: 'Bu bir tutar değil.',
    only: 'Yalnızca şu ağlar için: {networks}',
    onlyOne: 'Yalnızca şu ağ için: {network}',
  },
} satisfies TextsOf<typeof words, 'receive'>
