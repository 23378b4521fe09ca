import type { SellerMessage } from '@latchkey/protocol/seller'

/**
 * The terms of a payment, as its page shows them. Amounts are in cents and in the token's smallest
 * unit, as text. `redirectUrl` was checked.
 */
export type Terms = {
  method: string
  currency: string
  cents: string
  transactionFee: string
  networkFee: string
  symbol: string
  decimals: number
  amount: string
  networkName: string
  wallet: string
  redirectUrl: string | null
}

/**
 * The state of an order.
 * - `challenge`: the card's bank requests a second step
 * - `processing`: a slow payment is under way
 * - `sending`: the payout is signed; `done`: it is in a block
 * - `failed`: it can't be paid out
 */
export type OrderState =
  | 'open'
  | 'challenge'
  | 'processing'
  | 'paid'
  | 'sending'
  | 'done'
  | 'failed'
  | 'declined'
  | 'cancelled'
  | 'expired'

/** An action of the visitor or the bank. */
export type PaymentEvent = 'pay' | 'ask' | 'wait' | 'decline' | 'cancel' | 'expire'
/**
 * An event of a payout.
 * - `refused`: the token refuses the transfer
 * - `outbid`: it was signed again with higher fees
 * - `displaced`: another transaction has used its nonce
 */
export type PayoutEvent = 'signed' | 'refused' | 'outbid' | 'mined' | 'reverted' | 'displaced'
export type OrderEvent = PaymentEvent | PayoutEvent

/** All steps; any other is refused. */
const steps: Readonly<Record<OrderState, Partial<Record<OrderEvent, OrderState>>>> = {
  open: {
    pay: 'paid',
    ask: 'challenge',
    wait: 'processing',
    decline: 'declined',
    cancel: 'cancelled',
    expire: 'expired',
  },
  challenge: { pay: 'paid', decline: 'declined', cancel: 'cancelled', expire: 'expired' },
  processing: { pay: 'paid' },
  paid: { signed: 'sending', refused: 'failed' },
  sending: { outbid: 'sending', mined: 'done', reverted: 'failed', displaced: 'paid' },
  done: {},
  failed: {},
  declined: {},
  cancelled: {},
  expired: {},
}

/** The state after an event; undefined where the state has no such step. */
export const stepOrder = (state: OrderState, event: OrderEvent): OrderState | undefined =>
  steps[state][event]

/** The message to the API about each new state. */
export const messageTypes: Readonly<
  Partial<
    Record<
      OrderState,
      { type: SellerMessage['type']; reason?: 'declined' | 'cancelled' | 'provider' }
    >
  >
> = {
  challenge: { type: 'paying' },
  processing: { type: 'paying' },
  paid: { type: 'paid' },
  sending: { type: 'sending' },
  done: { type: 'done' },
  failed: { type: 'failed', reason: 'provider' },
  declined: { type: 'failed', reason: 'declined' },
  cancelled: { type: 'failed', reason: 'cancelled' },
}
