import type { KitState } from '../core/state.ts'
import { KitError } from '../core/errors.ts'
import type { ErrorCode } from '../core/errors.ts'

/** The words of a toast: the error table's sentence, without an object around it. */
export function toastText(message: NonNullable<KitState['toast']>['message']): string {
  if (typeof message !== 'string') return message.text
  return new KitError(message as Extract<ErrorCode, 'tokenBalanceUnavailable'>).message // toasts carry codes whose sentence has no placeholder
}
