import type { Order } from '../../core/order.ts'
import { isCoinbase } from '../coinbaseUrl.ts'

/**
 * Whether the API may know how a purchase goes: by its own key, or by the provider's list of the
 * account's transactions. Other providers are not asked (api 9.1).
 */
export const isFollowed = ({ orderId, provider }: Pick<Order, 'orderId' | 'provider'>): boolean =>
  orderId !== undefined || isCoinbase(provider.id)
