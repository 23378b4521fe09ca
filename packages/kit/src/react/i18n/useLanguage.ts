import type { Locale } from '../../core/options/locale.ts'
import { useKitState } from '../hooks/useKitState.ts'

/**
 * The language of the modal: the kit's language once its texts are loaded; English until then, and
 * if they fail to load.
 */
export function useLanguage(): Locale {
  const locale = useKitState((state) => state.locale)
  const hasTexts = useKitState((state) => state.texts !== undefined)
  return hasTexts ? locale : 'en'
}
