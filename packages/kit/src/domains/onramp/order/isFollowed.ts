import type { Order } from '../../../core/contracts/order.ts'
import { isCoinbase } from '../coinbaseUrl.ts'

/**
 * Whether the state of a purchase can be requested from the API: by the order's key, or in the
 * provider's list of the account's transactions. Other providers have neither.
 */
export const isFollowed = ({ orderId, provider }: Pick<Order, 'orderId' | 'provider'>): boolean =>
  orderId !== undefined || isCoinbase(provider.id)
