/**
 * The terms of a payment. Amounts are in cents and in the token's smallest unit, as text.
 * `redirectUrl` was checked.
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
 * `challenge`: the card's bank requests a second step. `processing`: a slow payment is under way.
 */
export type CheckoutState =
  | 'open'
  | 'challenge'
  | 'processing'
  | 'paid'
  | 'declined'
  | 'cancelled'
  | 'expired'

/** An action of the visitor or the bank. */
export type CheckoutEvent = 'pay' | 'ask' | 'wait' | 'decline' | 'cancel' | 'expire'

const steps: Readonly<Record<CheckoutState, Partial<Record<CheckoutEvent, CheckoutState>>>> = {
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
  paid: {},
  declined: {},
  cancelled: {},
  expired: {},
}

/** The state after an event; undefined where the state has no such step. */
export const stepSession = (
  state: CheckoutState,
  event: CheckoutEvent,
): CheckoutState | undefined => steps[state][event]

/** The messages to the API about new states. */
export const messageTypes: Readonly<
  Partial<Record<CheckoutState, { type: 'paying' | 'paid' | 'failed'; reason?: string }>>
> = {
  challenge: { type: 'paying' },
  processing: { type: 'paying' },
  paid: { type: 'paid' },
  declined: { type: 'failed', reason: 'declined' },
  cancelled: { type: 'failed', reason: 'cancelled' },
}
