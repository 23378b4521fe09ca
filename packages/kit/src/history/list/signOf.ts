import { amountSigns } from '@latchkey/protocol/limits'
import type { HistoryEntry, HistoryTransfer } from '../historyEntry.ts'

/**
 * The sign before an amount: of the operation if it has one (spec section 9), else of the
 * direction.
 */
export function signOf(
  { operationType }: Pick<HistoryEntry, 'operationType'>,
  { direction }: Pick<HistoryTransfer, 'direction'>,
): '+' | '-' | '' {
  const own = Object.hasOwn(amountSigns, operationType) ? amountSigns[operationType] : undefined
  return own ?? ({ in: '+', out: '-', self: '' } as const)[direction]
}
