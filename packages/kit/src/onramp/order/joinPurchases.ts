import { isFinished } from '../../core/order.ts'
import type { Order } from '../../core/order.ts'
import type { Purchase } from './purchases.ts'

/**
 * An entry of the list of purchases: one of this browser, or one that the API alone knows. `at` in
 * milliseconds since 1970.
 */
export type Bought = { at: number; id: string } & ({ order: Order } | { purchase: Purchase })

/**
 * The purchases of this browser with those that the API knows, newest first, each once. Where
 * nothing was heard any more of one of this browser, the API's word counts.
 */
export function joinPurchases(
  orders: readonly Order[],
  purchases: readonly Purchase[],
): readonly Bought[] {
  const ids = new Map(purchases.map((one) => [one.id, one]))
  const hashes = new Map(
    purchases.flatMap((one) =>
      one.hash === undefined ? [] : [[one.hash.toLowerCase(), one] as const],
    ),
  )
  const taken = new Set<Purchase>()
  const own = orders.map((order): Bought => {
    const same =
      [order.orderId, order.transactionId].flatMap((id) => ids.get(id ?? '') ?? [])[0] ??
      hashes.get(order.hash?.toLowerCase() ?? '')
    if (same) taken.add(same)
    // a payment of the last moment may be told after the end of the order
    const isNewInformation =
      same?.state === 'done'
        ? order.state !== 'done'
        : same?.state === 'failed' && !isFinished(order)
    return {
      at: order.startedAt,
      id: order.id,
      order:
        same && isNewInformation
          ? {
              ...order,
              state: same.state === 'done' ? 'done' : 'expired',
              ...(same.hash !== undefined && { hash: same.hash }),
            }
          : order,
    }
  })
  const others = purchases.flatMap((purchase): readonly Bought[] =>
    taken.has(purchase)
      ? []
      : [{ at: purchase.at, id: `${purchase.provider.id} ${purchase.id}`, purchase }],
  )
  return [...own, ...others].sort((one, b) => b.at - one.at)
}
