import type { SellerMessage } from '@latchkey/protocol/seller'

/**
 * The terms of a payment, as its page shows them. Money is in cents, `amount` is in the token's
 * smallest unit. `redirectUrl` is checked before it is stored.
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
 * - `challenge`: the card's bank asks for a code.
 * - `processing`: a slow payment is under way.
 * - `sending`: the payout is signed, but in no final block yet.
 * - `done`: the payout is in a final block.
 * - `failed`: the tokens cannot be delivered.
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

/**
 * Something that the visitor or the bank does. `ask`: the bank asks for a code. `wait`: a slow
 * payment begins.
 */
export type PaymentEvent = 'pay' | 'ask' | 'wait' | 'decline' | 'cancel' | 'expire'
/**
 * An event of a payout.
 * - `refused`: the token refuses the transfer.
 * - `outbid`: the payout was signed again with higher fees.
 * - `displaced`: another transaction has used the payout's nonce.
 */
export type PayoutEvent = 'signed' | 'refused' | 'outbid' | 'mined' | 'reverted' | 'displaced'
export type OrderEvent = PaymentEvent | PayoutEvent

/** The new state for each event that a state allows. */
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

/** The state after an event; undefined where the state does not allow the event. */
export const stepOrder = (state: OrderState, event: OrderEvent): OrderState | undefined =>
  steps[state][event]

/** The message that the API gets when an order enters a state. */
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
