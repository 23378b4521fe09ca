import type { OrderState } from '@latchkey/protocol/onramp'
import type { SellerMessage } from '@latchkey/protocol/seller'

/** An event of an order: its provider's message, or `late`, with which the clock ends it. */
export type OrderEvent = SellerMessage['type'] | 'late'

/**
 * All steps; any other is refused. The clock makes an order `expired`, so a payment made in time
 * may still be reported after it.
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

/** The state after an event; undefined for an event that this state refuses. */
export const stepOrder = (state: OrderState, event: OrderEvent): OrderState | undefined =>
  steps[state][event]
