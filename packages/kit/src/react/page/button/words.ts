import type { Locale } from '../../../core/locale.ts'
import { useKit } from '../../hooks/useKit.ts'
import { useKitState } from '../../hooks/useKitState.ts'

/** What the first button says, in every language: it is there before anything may be fetched. */
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

/** The other words of buttons, in English; the other languages come when somebody is connected. */
export const words = { connecting: 'Connecting', account: 'Account {value}', network: 'Network: {value}', unsupported: 'Wrong network', retry: 'Try again' }

/** Gives the words of a button; a site's own `texts` go before. */
export function useWords(): (name: 'connect' | keyof typeof words, value?: string) => string {
  const { texts } = useKit().context.options
  const locale = useKitState((state) => state.locale)
  const loaded = useKitState((state) => state.texts)
  return (name, value = '') => (texts?.[`button.${name}`] ?? loaded?.button?.[name] ?? { ...words, connect: connect[locale] }[name]).replace('{value}', value)
}
