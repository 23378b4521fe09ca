import { sentenceOf } from '../core/errors.ts'
import type { ErrorCode } from '../core/errors.ts'
import type { KitState } from '../core/state.ts'
import { useTexts } from './i18n/useTexts.ts'

/** Gives the sentence of an error that needs no values: the site's own, the visitor's language's, else that of the error table. */
export function useErrorText(): (code: ErrorCode) => string {
  const find = useTexts()
  return (code) => find('error', code) ?? sentenceOf(code)
}

/** Gives the words of a toast: the sentence of a code, or the words themselves. */
export function useToastText(): (message: NonNullable<KitState['toast']>['message']) => string {
  const errorText = useErrorText()
  return (message) => (typeof message === 'string' ? errorText(message) : message.text)
}
