import type { NetworkId } from '@latchkey/protocol/caip'
import type { OrderState } from '@latchkey/protocol/onramp'

/**
 * A purchase that this browser began, as far as it is known. Amounts are decimal strings of whole
 * units, times milliseconds since 1970.
 */
export type Order = {
  /** The kit's own, and the key by which a repeated request is the same order. */
  id: string
  /**
   * The key to its state at the API; absent where the provider's page is all that the API knows of.
   */
  orderId?: string
  /**
   * The provider's own transaction by which it is followed, where the provider tells the API
   * without an order's key.
   */
  transactionId?: string
  /** The company that sells: its id at the API, and its name, which is untrusted. */
  provider: { id: string; name: string }
  networkId: NetworkId
  /** The account that gets the tokens. */
  address: string
  payment: { amount: string; currency: string }
  /**
   * What arrives; an estimate until it is `done`. Without an `amount` only the provider knows.
   * `token`: its contract, absent for the network's own.
   */
  purchase: { amount?: string; symbol: string; token?: string }
  /** The API's word for the payment method. */
  method?: string
  state: OrderState
  startedAt: number
  updatedAt: number
  /** The provider's page, checked. */
  url?: string
  /** Hash of the transaction by which the tokens arrive, once it is sent. */
  hash?: string
  /** Why it failed, in the API's word: `declined`, `cancelled`, `limit`, `provider`. */
  reason?: string
  /** The visitor's tab has left for the provider's page and has not come back. */
  hasLeft?: true
}

/** Whether nothing more is expected of an order. */
export const isFinished = ({ state }: Pick<Order, 'state'>): boolean =>
  state === 'done' || state === 'failed' || state === 'expired'
