import type { OrderState } from '@latchkey/protocol/onramp'

/**
 * What happens to an order. `late`: an end that is known from the clock alone. `outbid`: its payout
 * was signed again with higher fees. `displaced`: another transaction has taken the nonce of its
 * payout.
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
 * The only steps there are; all others are refused. An order is `expired` by the clock, so a
 * payment that was made in time may still be told after it.
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

/** The state after an event; undefined for an event that an order in this state does not take. */
export const stepOrder = (state: OrderState, event: OrderEvent): OrderState | undefined =>
  steps[state][event]
