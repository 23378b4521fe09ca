import type { OrderState } from '@latchkey/protocol/onramp'

/**
 * An event of an order.
 * - `late`: the clock ends the order.
 * - `outbid`: its payout was signed again with higher fees.
 * - `displaced`: another transaction has used the nonce of its payout.
 */
export type OrderEvent =
  | 'paying'
  | 'paid'
  | 'failed'
  | 'late'
  | 'signed'
  | 'outbid'
  | 'mined'
  | 'reverted'
  | 'displaced'

/**
 * All steps; any other is refused. The clock makes an order `expired`, so a payment made in time
 * may still be reported after it.
 */
const steps: Readonly<Record<OrderState, Partial<Record<OrderEvent, OrderState>>>> = {
  waiting: { paying: 'paying', paid: 'paid', failed: 'failed', late: 'expired' },
  paying: { paid: 'paid', failed: 'failed', late: 'expired' },
  paid: { signed: 'sending', failed: 'failed' },
  sending: { outbid: 'sending', mined: 'done', reverted: 'failed', displaced: 'paid' },
  expired: { paid: 'paid' },
  failed: {},
  done: {},
}

/** The state after an event; undefined for an event that this state refuses. */
export const stepOrder = (state: OrderState, event: OrderEvent): OrderState | undefined =>
  steps[state][event]
