import type { Order } from '../../../core/contracts/order.ts'
import { isCoinbase } from '../coinbaseUrl.ts'

/**
 * Whether the state of a purchase can be requested from the API: by the order's key, or from
 * Coinbase's list of the account's transactions. For other purchases the API knows no state.
 */
export const isFollowed = ({ orderId, provider }: Pick<Order, 'orderId' | 'provider'>): boolean =>
  orderId !== undefined || isCoinbase(provider.id)
