import { sentenceOf } from '../core/errors.ts'
import type { KitState } from '../core/state.ts'

/** The words of a toast: the error table's sentence of a code, or the words themselves. */
export function toastText(message: NonNullable<KitState['toast']>['message']): string {
  return typeof message === 'string' ? sentenceOf(message) : message.text
}
