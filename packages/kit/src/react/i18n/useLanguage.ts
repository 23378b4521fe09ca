import type { Locale } from '../../core/locale.ts'
import { useKitState } from '../hooks/useKitState.ts'

/** The language that the modal speaks: the kit's as soon as its texts are there, English until then and when they do not come. */
export function useLanguage(): Locale {
  const locale = useKitState((state) => state.locale)
  const hasTexts = useKitState((state) => state.texts !== undefined)
  return hasTexts ? locale : 'en'
}
