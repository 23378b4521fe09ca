import type { NetworkId } from '@latchkey/protocol/caip'
import type { OrderState } from '@latchkey/protocol/onramp'

/**
 * A purchase that was started in this browser, in its last known state. Amounts are decimal strings
 * of whole units, times are milliseconds since 1970.
 */
export type Order = {
  /** The kit's own id. Requests with the same id are the same order. */
  id: string
  /**
   * The key to the order's state at the API. Absent where the API knows only the provider's page.
   */
  orderId?: string
  /**
   * The provider's own transaction id. The kit follows the order by this id where the provider's
   * reports to the API contain no key of the order.
   */
  transactionId?: string
  /** The seller: its id at the API, and its name, which is untrusted. */
  provider: { id: string; name: string }
  networkId: NetworkId
  /** The account that gets the tokens. */
  address: string
  payment: { amount: string; currency: string }
  /**
   * The purchased token. `amount` is an estimate until the order is `done`. It is absent where only
   * the provider knows it. `token` is the contract, absent for the network's own token.
   */
  purchase: { amount?: string; symbol: string; token?: string }
  /** The payment method, by its name at the API. */
  method?: string
  state: OrderState
  startedAt: number
  updatedAt: number
  /** The URL of the provider's page. Checked. */
  url?: string
  /** Hash of the transaction by which the tokens arrive, once it is sent. */
  hash?: string
  /** The API's reason of a failure: `declined`, `cancelled`, `limit`, `provider`. */
  reason?: string
  /** The visitor's tab has left for the provider's page and has not returned. */
  hasLeft?: true
}

/** Whether an order is in a final state. */
export const isFinished = ({ state }: Pick<Order, 'state'>): boolean =>
  state === 'done' || state === 'failed' || state === 'expired'
