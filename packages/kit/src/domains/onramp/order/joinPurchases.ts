import { transactionKey } from '@latchkey/protocol/transactionHash'
import { isFinished } from '../../../core/contracts/order.ts'
import type { Order } from '../../../core/contracts/order.ts'
import type { Purchase } from './purchases.lazy.ts'

/**
 * An entry of the list of purchases: a purchase of this browser (`order`), or a purchase that only
 * the API knows (`purchase`). `at` is in milliseconds since 1970.
 */
export type Bought = { at: number; id: string } & ({ order: Order } | { purchase: Purchase })

/**
 * Joins the purchases of this browser with those that the API knows, newest first, without
 * duplicates. If the API knows a newer state of a purchase than this browser, the API's is used.
 */
export function joinPurchases(
  orders: readonly Order[],
  purchases: readonly Purchase[],
): readonly Bought[] {
  const ids = new Map(purchases.map((purchase) => [purchase.id, purchase]))
  const hashes = new Map(
    purchases.flatMap((purchase) =>
      purchase.hash === undefined ? [] : [[transactionKey(purchase.hash), purchase] as const],
    ),
  )
  const taken = new Set<Purchase>()
  const own = orders.map((order): Bought => {
    const same =
      [order.orderId, order.transactionId].flatMap((id) => ids.get(id ?? '') ?? [])[0] ??
      hashes.get(transactionKey(order.hash ?? ''))
    if (same) taken.add(same)
    // the API may report a late success of an order that this browser counts as over
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
  return [...own, ...others].sort((a, b) => b.at - a.at)
}
