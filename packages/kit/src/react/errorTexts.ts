import { fill } from '@latchkey/words/fill'
import { sentenceOf } from '../core/errors/errors.ts'
import type { KitState } from '../core/kit/state.ts'
import { manifestsOf } from './features/manifests.ts'
import { useTexts } from './i18n/useTexts.ts'
import { useKit } from './hooks/useKit.ts'

/**
 * Returns a function that gives the text of a toast. If the message is a code, it takes the first
 * of: the site's own text, the text in the visitor's language, the English sentence of the feature
 * or of the error table. Any other message is returned as it is.
 */
export function useToastText(): (message: NonNullable<KitState['toast']>['message']) => string {
  const find = useTexts()
  const { store } = manifestsOf(useKit())
  return (message) => {
    if (typeof message !== 'string') return message.text
    const own = store.getState().features.flatMap(({ errors }) => errors?.texts[message] ?? [])
    return fill(find('error', message) ?? own[0] ?? sentenceOf(message) ?? message)
  }
}
