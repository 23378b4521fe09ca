import type { Locale } from '../../core/options/locale.ts'
import { useKit } from '../hooks/useKit.ts'
import { useKitState } from '../hooks/useKitState.ts'
import { contextOf } from '../../core/kit/context.ts'

/**
 * Two texts of the button in every language: `connect` is its first text, `lost` is shown after the
 * modal's code failed to load. They are part of the first loaded code, because they are needed
 * before any request. They are short because a button has one line.
 */
const always: Record<Locale, readonly [connect: string, lost: string]> = {
  en: ['Connect wallet', 'No connection. Try again'],
  de: ['Wallet verbinden', 'Kein Netz. Noch einmal'],
  es: ['Conectar wallet', 'Sin conexión. Reintentar'],
  fr: ['Connecter un wallet', 'Hors ligne. Réessayer'],
  pt: ['Conectar carteira', 'Sem conexão. Repetir'],
  ja: ['ウォレットを接続', '接続できません。再試行'],
  zh: ['连接钱包', '无法连接。重试'],
  ar: ['ربط المحفظة', 'لا اتصال. حاول مجددًا'],
  ko: ['지갑 연결', '연결 안 됨. 다시 시도'],
  ru: ['Подключить кошелёк', 'Нет сети. Повторить'],
  tr: ['Cüzdan bağla', 'Bağlantı yok. Tekrar dene'],
  vi: ['Kết nối ví', 'Mất kết nối. Thử lại'],
  id: ['Hubungkan dompet', 'Tak ada koneksi. Coba lagi'],
  it: ['Connetti wallet', 'Nessuna rete. Riprova'],
  nl: ['Wallet koppelen', 'Offline. Probeer opnieuw'],
  pl: ['Połącz portfel', 'Brak sieci. Spróbuj ponownie'],
  uk: ['Підключити гаманець', 'Немає зв’язку. Повторити'],
  hi: ['वॉलेट कनेक्ट करें', 'कनेक्शन नहीं। फिर कोशिश करें'],
  th: ['เชื่อมต่อวอลเล็ต', 'ไม่มีการเชื่อมต่อ ลองอีกครั้ง'],
  fa: ['اتصال کیف پول', 'اتصال نیست. تلاش دوباره'],
}

/**
 * The other texts of buttons, in English. The texts in other languages are loaded with the modal,
 * or when a wallet is connected.
 */
export const words = {
  connecting: 'Connecting',
  account: 'Account {value}',
  network: 'Network: {value}',
  unsupported: 'Wrong network',
  retry: 'Try again',
}

/** Returns a function that gives the texts of a button. The site's own `texts` take precedence. */
export function useWords(): (
  name: 'connect' | 'lost' | keyof typeof words,
  value?: string,
) => string {
  const { texts } = contextOf(useKit()).options
  const locale = useKitState((state) => state.locale)
  const loaded = useKitState((state) => state.texts)
  const [connect, lost] = always[locale]
  return (name, value = '') => {
    const translated = loaded?.['button']?.[name]
    const text =
      texts?.[`button.${name}`] ??
      // A text with plural forms is not a string, and is not used. The code that selects a form
      // would make the first load larger.
      (typeof translated === 'string' ? translated : { ...words, connect, lost }[name])
    return text.replace('{value}', value)
  }
}
