import type { PaymentEvent } from '../orders/stepOrder.ts'

/** A number of a card or an account that the sandbox accepts, and the event of its payment. */
export type TestPayment = {
  number: string
  event: Extract<PaymentEvent, 'pay' | 'ask' | 'wait' | 'decline'>
}

/** The accepted cards. Any other number is refused, so that no visitor pays with a real card. */
export const testCards = [
  { number: '4242424242424242', event: 'pay' },
  { number: '4000000000000002', event: 'decline' },
  { number: '4000000000003220', event: 'ask' },
  { number: '4000000000000077', event: 'wait' },
] as const satisfies readonly TestPayment[]

/** The accepted accounts, at the bank with {@link testRouting}. */
export const testAccounts = [
  { number: '000123456789', event: 'pay' },
  { number: '000111111116', event: 'decline' },
  { number: '000222222227', event: 'wait' },
] as const satisfies readonly TestPayment[]

/** The routing number of the accepted accounts' bank. */
export const testRouting = '110000000'
/** The code that the card's bank expects in the second step. */
export const testCode = '123456'
