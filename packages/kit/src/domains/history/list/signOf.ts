import { amountSigns } from '@latchkey/protocol/limits'
import type { HistoryEntry, HistoryTransfer } from '../historyEntry.ts'

/**
 * Returns the sign before an amount. The kind of operation decides; if it has no sign, the
 * direction of the transfer decides (docs/contracts/product.md#history).
 */
export function signOf(
  { operationType }: Pick<HistoryEntry, 'operationType'>,
  { direction }: Pick<HistoryTransfer, 'direction'>,
): '+' | '-' | '' {
  const own = Object.hasOwn(amountSigns, operationType) ? amountSigns[operationType] : undefined
  return own ?? ({ in: '+', out: '-', self: '' } as const)[direction]
}
