/**
 * What is paid, and for what; amounts in cents and in the token's smallest unit, as text.
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

/** `challenge`: the card's bank asks for a second step. `processing`: the bank takes its time. */
export type CheckoutState =
  | 'open'
  | 'challenge'
  | 'processing'
  | 'paid'
  | 'declined'
  | 'cancelled'
  | 'expired'

/** What a visitor or the bank does. */
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

/** The state after an event; undefined where there is no such step. */
export const stepSession = (
  state: CheckoutState,
  event: CheckoutEvent,
): CheckoutState | undefined => steps[state][event]

/** What the API is told of a new state. */
export const told: Readonly<
  Partial<Record<CheckoutState, { type: 'paying' | 'paid' | 'failed'; reason?: string }>>
> = {
  challenge: { type: 'paying' },
  processing: { type: 'paying' },
  paid: { type: 'paid' },
  declined: { type: 'failed', reason: 'declined' },
  cancelled: { type: 'failed', reason: 'cancelled' },
}
