import { sentenceOf } from '../core/errors.ts'
import type { KitState } from '../core/state.ts'
import { manifestsOf } from './features/manifests.ts'
import { useTexts } from './i18n/useTexts.ts'
import { useKit } from './hooks/useKit.ts'

/** Gives the words of a toast: of a code the site's own, the visitor's language's, else the sentence of the feature or of the error table; or the words themselves. */
export function useToastText(): (message: NonNullable<KitState['toast']>['message']) => string {
  const find = useTexts()
  const { store } = manifestsOf(useKit())
  return (message) => {
    if (typeof message !== 'string') return message.text
    const own = store.getState().features.flatMap(({ errors }) => errors?.texts[message] ?? [])
    return find('error', message) ?? own[0] ?? sentenceOf(message) ?? message
  }
}
