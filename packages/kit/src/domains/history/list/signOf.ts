import { amountSigns } from '@latchkey/protocol/limits'
import type { HistoryEntry, HistoryTransfer } from '../historyEntry.ts'

/**
 * Returns the sign before an amount: the sign of the operation if it has one, else of the direction
 * (docs/contracts/product.md#history).
 */
export function signOf(
  { operationType }: Pick<HistoryEntry, 'operationType'>,
  { direction }: Pick<HistoryTransfer, 'direction'>,
): '+' | '-' | '' {
  const own = Object.hasOwn(amountSigns, operationType) ? amountSigns[operationType] : undefined
  return own ?? ({ in: '+', out: '-', self: '' } as const)[direction]
}
