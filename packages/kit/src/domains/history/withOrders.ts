import { transactionKey } from '@latchkey/protocol/transactionHash'
import type { Order } from '../../core/contracts/order.ts'
import type { HistoryEntry } from './historyEntry.ts'

/**
 * Adds the purchases of this browser to the entries. Purchases that are paid, but whose tokens have
 * not arrived, come first. The entry of a transaction that brought bought tokens becomes `buy`
 * instead of `receive`. Returns the same list if there are no purchases.
 */
export function withOrders(
  entries: readonly HistoryEntry[],
  orders: readonly Order[],
): readonly HistoryEntry[] {
  const byHash = new Map(
    orders.flatMap((order) => (order.hash ? [[transactionKey(order.hash), order] as const] : [])),
  )
  const isUnderWay = ({ state }: Order) =>
    state === 'paying' || state === 'paid' || state === 'sending'
  if (byHash.size === 0 && !orders.some(isUnderWay)) return entries
  const arrived = new Set<string>()
  const known = entries.map((entry) => {
    const order =
      entry.operationType === 'receive' || entry.operationType === 'buy'
        ? byHash.get(transactionKey(entry.hash))
        : undefined
    if (!order) return entry
    arrived.add(order.id)
    return { ...entry, operationType: 'buy' as const }
  })
  return [
    ...orders.filter((order) => isUnderWay(order) && !arrived.has(order.id)).map(orderEntry),
    ...known,
  ]
}

/** Converts a purchase to an entry of the history. */
function orderEntry({
  id,
  networkId,
  address,
  provider,
  purchase,
  hash = '',
  startedAt,
}: Order): HistoryEntry {
  return {
    id: `order:${id}`,
    order: id,
    hash,
    networkId,
    operationType: 'buy',
    status: 'pending',
    at: startedAt,
    sentFrom: provider.name,
    sentTo: address,
    transfers:
      purchase.amount === undefined
        ? []
        : [{ kind: 'token', direction: 'in', symbol: purchase.symbol, quantity: purchase.amount }],
  }
}
