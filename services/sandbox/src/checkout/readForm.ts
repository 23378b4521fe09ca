import { latinDigits } from '@latchkey/protocol/digits'
import type { PaymentEvent } from '../orders/stepOrder.ts'
import { testAccounts, testCards, testRouting } from './testCards.ts'

/** The fault of a field: the key of its text in `messages.ts`. */
export type Fault =
  | 'numberMissing'
  | 'numberWrong'
  | 'numberReal'
  | 'expiryWrong'
  | 'expiryPast'
  | 'cvcWrong'
  | 'nameMissing'
  | 'routingWrong'
  | 'accountWrong'
  | 'accountReal'
/** The names of the forms' fields. */
export type Field = 'number' | 'expiry' | 'cvc' | 'name' | 'routing' | 'account'
/**
 * The result of a form: the event that its card or account causes, or the fault of each wrong
 * field.
 */
export type FormResult =
  | { status: 'right'; event: Extract<PaymentEvent, 'pay' | 'ask' | 'wait' | 'decline'> }
  | { status: 'wrong'; faults: Partial<Record<Field, Fault>> }

/** Maximum of years until a card expires. */
const longest = 20
const maxNameLength = 64
const digitsIn = (text: string) => text.replace(/[\s-]/g, '')
/** Reads a field of the form. Digits of other scripts are replaced by Latin digits. */
const fieldsOf = (form: URLSearchParams) => (name: Field) =>
  latinDigits(form.get(name)?.slice(0, 256) ?? '')

/** Whether the check digit of a card's number is right. Source: ISO/IEC 7812, Luhn */
export function isLuhn(digits: string): boolean {
  const sum = [...digits].toReversed().reduce((total, letter, index) => {
    const twice = Number(letter) * (index % 2 === 0 ? 1 : 2)
    return total + (twice > 9 ? twice - 9 : twice)
  }, 0)
  return sum % 10 === 0
}

/** Whether the check digit of a routing number is right. Source: ABA */
const isRouting = (digits: string) =>
  /^\d{9}$/.test(digits) &&
  [...digits].reduce(
    (sum, letter, index) => sum + Number(letter) * ([3, 7, 1][index % 3] ?? 0),
    0,
  ) %
    10 ===
    0

function numberFault(digits: string): Fault | undefined {
  if (digits === '') return 'numberMissing'
  if (!/^\d{12,19}$/.test(digits) || !isLuhn(digits)) return 'numberWrong'
  return testCards.some(({ number }) => number === digits) ? undefined : 'numberReal'
}

function expiryFault(text: string, now: number): Fault | undefined {
  const [, month = '', year = ''] =
    /^\s*(0?[1-9]|1[0-2])\s*[/-]?\s*(?:20)?(\d{2})\s*$/.exec(text) ?? []
  if (month === '') return 'expiryWrong'
  const until = Date.UTC(2000 + Number(year), Number(month))
  if (until <= now) return 'expiryPast'
  return until > Date.UTC(new Date(now).getUTCFullYear() + longest + 1, 0)
    ? 'expiryWrong'
    : undefined
}

const nameFault = (text: string): Fault | undefined =>
  text.trim() === '' || text.length > maxNameLength ? 'nameMissing' : undefined

/** Reads the card form. @param now milliseconds since 1970 */
export function readCard(form: URLSearchParams, now: number): FormResult {
  const field = fieldsOf(form)
  const digits = digitsIn(field('number'))
  const event = testCards.find(({ number }) => number === digits)?.event
  return resultOf(event, {
    number: numberFault(digits),
    expiry: expiryFault(field('expiry'), now),
    cvc: /^\d{3,4}$/.test(field('cvc').trim()) ? undefined : 'cvcWrong',
    name: nameFault(field('name')),
  })
}

/** Reads the form for a bank account. */
export function readAccount(form: URLSearchParams): FormResult {
  const field = fieldsOf(form)
  const [routing, digits] = [digitsIn(field('routing')), digitsIn(field('account'))]
  const event =
    routing === testRouting
      ? testAccounts.find(({ number }) => number === digits)?.event
      : undefined
  const accountFault = /^\d{4,17}$/.test(digits)
    ? event === undefined
      ? 'accountReal'
      : undefined
    : 'accountWrong'
  return resultOf(event, {
    routing: isRouting(routing) ? undefined : 'routingWrong',
    account: accountFault,
    name: nameFault(field('name')),
  })
}

function resultOf(
  event: Extract<PaymentEvent, 'pay' | 'ask' | 'wait' | 'decline'> | undefined,
  found: Partial<Record<Field, Fault | undefined>>,
): FormResult {
  const faults = Object.fromEntries(
    Object.entries(found).filter(([, fault]) => fault !== undefined),
  ) as Partial<Record<Field, Fault>> // without the undefined ones
  return event !== undefined && Object.keys(faults).length === 0
    ? { status: 'right', event }
    : { status: 'wrong', faults }
}
