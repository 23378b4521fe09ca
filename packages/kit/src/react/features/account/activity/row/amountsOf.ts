import type { HistoryEntry, HistoryTransfer } from '../../../../../domains/history/historyEntry.ts'
import { signOf } from '../../../../../domains/history/list/signOf.ts'
import { formatQuantity } from '../../../../account/formatAmount.ts'
import { fill } from '@latchkey/words/fill'

/** A formatted amount, its direction, and the sender or recipient on the other side. */
export type Amount = { text: string } & Pick<HistoryTransfer, 'direction' | 'counterpart'>

/**
 * Returns the amounts of a transaction with their signs, sent amounts first. An NFT is shown by its
 * name.
 */
export function amountsOf(entry: HistoryEntry, locale: string): readonly Amount[] {
  const order = { out: 0, self: 1, in: 2 }
  return [...entry.transfers]
    .sort((a, b) => order[a.direction] - order[b.direction])
    .map(({ kind, direction, quantity, symbol, counterpart }) => {
      const isOne = kind === 'nft' && quantity === '1'
      const amount =
        kind === 'nft'
          ? new Intl.NumberFormat(locale).format(quantity as `${number}`)
          : formatQuantity(quantity, locale)
      return {
        text: [signOf(entry, { direction }) + (isOne ? '' : amount), fill('{symbol}', { symbol })]
          .filter(Boolean)
          .join(isOne ? '' : ' '),
        direction,
        counterpart,
      }
    })
}
