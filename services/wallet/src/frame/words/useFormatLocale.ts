import { use, useSyncExternalStore } from 'react'
import { LanguageContext } from './LanguageContext.ts'
import { subscribeNever } from './useMessages.ts'

/**
 * The tag with which `Intl` formats times, with Latin digits, because times stand beside
 * amounts and addresses.
 */
export function useFormatLocale(): string {
  const language = use(LanguageContext)
  const locale = useSyncExternalStore(
    language?.subscribe ?? subscribeNever,
    () => language?.locale() ?? 'en',
  )
  return `${locale}-u-nu-latn`
}
