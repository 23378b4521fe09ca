import type { HistoryEntry } from '@latchkey/protocol/history'
import type { NetworkId } from '@latchkey/protocol/caip'
import * as times from '@latchkey/protocol/times'
import { isFinished } from '../../core/order.ts'
import type { Order } from '../../core/order.ts'
import { readRow } from './readRow.ts'
import type { PurchaseRow } from './readRow.ts'
import { ranks } from './orders.ts'

/**
 * A purchase with what the provider's list of the account's transactions says of it; the same
 * object where that is no news. It is the transaction that was taken for it before, else the newest
 * of its token since it began, or one that is under way (api 9.1). `others` are the remembered
 * purchases: a transaction is taken for one of them only. `networkIds` are the site's.
 */
export function readRows(
  order: Order,
  entries: readonly HistoryEntry[],
  { otherOrders, networkIds }: { otherOrders: readonly Order[]; networkIds: readonly NetworkId[] },
): Order {
  if (isFinished(order)) return order
  const taken = new Set(
    otherOrders.flatMap((one) =>
      one.id !== order.id && one.transactionId !== undefined ? [one.transactionId] : [],
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
 * The newest first; on the network that was chosen before others, and what came before what failed:
 * the provider's page lets the visitor try again.
 */
const bestFirst = (order: Order) => (one: PurchaseRow, b: PurchaseRow) =>
  Number(one.state === 'failed') - Number(b.state === 'failed') ||
  Number(b.networkId === order.networkId) - Number(one.networkId === order.networkId) ||
  b.at - one.at
