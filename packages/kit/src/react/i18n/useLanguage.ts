import type { Locale } from '../../core/options/locale.ts'
import { useKitState } from '../hooks/useKitState.ts'

/**
 * Returns the language of the modal. It is the kit's language once its texts are loaded. Until
 * then, and if they fail to load, it is English.
 */
export function useLanguage(): Locale {
  const locale = useKitState((state) => state.locale)
  const hasTexts = useKitState((state) => state.texts !== undefined)
  return hasTexts ? locale : 'en'
}
