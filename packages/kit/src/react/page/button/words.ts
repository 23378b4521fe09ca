import type { Locale } from '../../../core/locale.ts'
import { useKit } from '../../hooks/useKit.ts'
import { useKitState } from '../../hooks/useKitState.ts'

/** The text of the first button, in every language: it is shown before any request may be sent. */
const connect: Record<Locale, string> = {
  en: 'Connect wallet',
  de: 'Wallet verbinden',
  es: 'Conectar wallet',
  fr: 'Connecter un wallet',
  pt: 'Conectar carteira',
  ja: 'ウォレットを接続',
  zh: '连接钱包',
  ar: 'ربط المحفظة',
}

/** The text when the button's code failed to load, in every language: other texts can't be loaded then, either. Short, as a button has one line. */
const lost: Record<Locale, string> = {
  en: 'No connection. Try again',
  de: 'Kein Netz. Noch einmal',
  es: 'Sin conexión. Reintentar',
  fr: 'Hors ligne. Réessayer',
  pt: 'Sem conexão. Repetir',
  ja: '接続できません。再試行',
  zh: '无法连接。重试',
  ar: 'لا اتصال. حاول مجددًا',
}

/** The other texts of buttons, in English; the other languages are loaded when a wallet is connected. */
export const words = { connecting: 'Connecting', account: 'Account {value}', network: 'Network: {value}', unsupported: 'Wrong network', retry: 'Try again' }

/** Gives the texts of a button; a site's own `texts` take precedence. */
export function useWords(): (name: 'connect' | 'lost' | keyof typeof words, value?: string) => string {
  const { texts } = useKit().context.options
  const locale = useKitState((state) => state.locale)
  const loaded = useKitState((state) => state.texts)
  return (name, value = '') => (texts?.[`button.${name}`] ?? loaded?.button?.[name] ?? { ...words, connect: connect[locale], lost: lost[locale] }[name]).replace('{value}', value)
}
