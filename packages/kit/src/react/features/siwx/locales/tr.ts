import type { TextsOf } from '../../../i18n/messages.ts'
import type { words } from '../words.ts'

export default {
  siwx: {
    title: 'Giriş yap',
    heading: '{domain} sitesine giriş yap',
    text: 'Bu hesabın sizin olduğunu göstermek için {wallet} ile bir mesaj imzalayın. Ücretsizdir ve hiçbir şey taşınmaz.',
    required: 'Bu site bunu gerektiriyor. İptal ederseniz cüzdanınızın bağlantısı kesilir.',
    show: 'Mesajı göster',
    hide: 'Mesajı gizle',
    message: 'Mesaj',
    sign: 'Giriş yap',
    waiting: '{wallet} içinde onaylayın',
    cancel: 'İptal',
    retry: 'Tekrar dene',
    checkingTitle: 'Girişiniz kontrol ediliyor',
    checkingText: 'Bir dakika.',
    unknownTitle: '{site} yanıt vermiyor',
    unknownText: 'Giriş yapıp yapmadığınızı öğrenemedik. Cüzdanınız hâlâ bağlı.',
    failed: '{site} sitesine giriş yapılamadı.',
    clock: 'Bu cihazın saati yanlış görünüyor. Tarihi ve saati ayarlayıp yeniden deneyin.',
  },
} satisfies TextsOf<typeof words>
