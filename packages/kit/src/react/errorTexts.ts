import { sentenceOf } from '../core/errors.ts'
import type { KitState } from '../core/state.ts'
import { useTexts } from './i18n/useTexts.ts'

/** Gives the words of a toast: of a code the site's own, the visitor's language's, else the error table's sentence; or the words themselves. */
export function useToastText(): (message: NonNullable<KitState['toast']>['message']) => string {
  const find = useTexts()
  return (message) => (typeof message === 'string' ? (find('error', message) ?? sentenceOf(message)) : message.text)
}
