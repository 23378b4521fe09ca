import type { TextsOf } from '../../../i18n/messages.ts'
import type { words } from '../words.ts'

export default {
  profile: {
    title: 'Cüzdanlarınız',
    kinds: 'Hesap türleri',
    none: 'Burada henüz bağlı cüzdan yok.',
    connected: 'Bağlı cüzdanlar',
    recents: 'Son kullanılan cüzdanlar',
    recent: 'Son kullanılan',
    elsewhere: 'Başka ağ',
    inUse: 'Artık {wallet} kullanılıyor',
    replaced: '{wallet} ayrıldı. Artık {account} kullanılıyor.',
    joined: 'Ayrıca bağlandı: {wallet}',
    add: 'Cüzdan ekle',
    manage: 'Cüzdan ayarları',
    disconnectOne: '{wallet} bağlantısını kes',
    disconnect: 'Bağlantıyı kes',
    disconnectAll: 'Tüm bağlantıları kes',
  },
} satisfies TextsOf<typeof words>
