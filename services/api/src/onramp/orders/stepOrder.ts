import type { OrderState } from '@latchkey/protocol/onramp'
import type { SellerMessage } from '@latchkey/protocol/seller'

/**
 * An event of an order: the type of its provider's message, or `late`, when the time to pay is
 * over.
 */
export type OrderEvent = SellerMessage['type'] | 'late'

/**
 * The new state for each event that a state allows. A payment that was made in time may be reported
 * when the order is already `expired`.
 */
const steps: Readonly<Record<OrderState, Partial<Record<OrderEvent, OrderState>>>> = {
  waiting: { paying: 'paying', paid: 'paid', failed: 'failed', late: 'expired' },
  paying: { paid: 'paid', failed: 'failed', late: 'expired' },
  paid: { sending: 'sending', failed: 'failed' },
  sending: { sending: 'sending', done: 'done', failed: 'failed', paid: 'paid' },
  expired: { paid: 'paid' },
  failed: {},
  done: {},
}

/** The state after an event; undefined if the state does not allow the event. */
export const stepOrder = (state: OrderState, event: OrderEvent): OrderState | undefined =>
  steps[state][event]
