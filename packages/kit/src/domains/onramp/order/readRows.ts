import type { HistoryEntry } from '@latchkey/protocol/history'
import type { NetworkId } from '@latchkey/protocol/caip'
import * as times from '@latchkey/protocol/times'
import { isFinished } from '../../../core/contracts/order.ts'
import type { Order } from '../../../core/contracts/order.ts'
import { readRow } from './readRow.ts'
import type { PurchaseRow } from './readRow.ts'
import { ranks } from './orders.ts'

/**
 * Updates a purchase from the provider's list of the account's transactions. Returns the same
 * object if nothing has changed. The transaction of the purchase is the first that exists of these
 * transactions of its token:
 * - the transaction that was assigned to the purchase before
 * - the best transaction since the purchase began, in the order of `bestFirst`
 * - a transaction that is under way
 *
 * `otherOrders` are the stored purchases: a transaction is assigned to only one of them.
 * `networkIds` are the site's networks. See docs/contracts/product.md#buying.
 */
export function readRows(
  order: Order,
  entries: readonly HistoryEntry[],
  { otherOrders, networkIds }: { otherOrders: readonly Order[]; networkIds: readonly NetworkId[] },
): Order {
  if (isFinished(order)) return order
  const taken = new Set(
    otherOrders.flatMap((known) =>
      known.id !== order.id && known.transactionId !== undefined ? [known.transactionId] : [],
    ),
  )
  const rows = entries
    .flatMap((entry) => readRow(entry, order.address, networkIds))
    .filter(({ id, symbol }) => symbol === order.purchase.symbol && !taken.has(id))
  const since = order.startedAt - times.onrampClock
  const row =
    rows.find(({ id }) => id === order.transactionId) ??
    rows.filter(({ at }) => at >= since).sort(bestFirst(order))[0] ??
    rows.find(({ state }) => state === 'paying')
  if (!row) return order
  const { id: transactionId, state, networkId, amount, hash } = row
  if (
    ranks[state] < ranks[order.state] ||
    (state === order.state && transactionId === order.transactionId && hash === order.hash)
  )
    return order
  const { token, symbol } = order.purchase
  return {
    ...order,
    transactionId,
    state,
    networkId,
    purchase: {
      amount,
      symbol,
      ...(token !== undefined && networkId === order.networkId && { token }),
    },
    updatedAt: Math.max(row.at, order.startedAt),
    ...(hash !== undefined && { hash }),
    ...(state === 'failed' && { reason: 'provider' }),
  }
}

/**
 * Sorts rows: failures last, because the visitor can try again on the provider's page after a
 * failure; then rows of the chosen network before others; then the newest first.
 */
const bestFirst = (order: Order) => (a: PurchaseRow, b: PurchaseRow) =>
  Number(a.state === 'failed') - Number(b.state === 'failed') ||
  Number(b.networkId === order.networkId) - Number(a.networkId === order.networkId) ||
  b.at - a.at
