import { latinDigits } from '@latchkey/protocol/digits'
import type { PaymentEvent } from '../orders/stepOrder.ts'
import { testAccounts, testCards, testRouting } from './testCards.ts'

/** The fault of a field, by its key in `messages.ts`. */
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
/** The fields of the forms. */
export type Field = 'number' | 'expiry' | 'cvc' | 'name' | 'routing' | 'account'
/** The result of a form: its event, or the first fault of each field. */
export type FormResult =
  | { status: 'right'; event: Extract<PaymentEvent, 'pay' | 'ask' | 'wait' | 'decline'> }
  | { status: 'wrong'; faults: Partial<Record<Field, Fault>> }

/** Maximum of years until a card's expiry. */
const longest = 20
const maxNameLength = 64
const digitsIn = (text: string) => text.replace(/[\s-]/g, '')
/** Reads the fields of a form. Digits of other scripts become Latin ones. */
const fieldsOf = (form: URLSearchParams) => (name: Field) =>
  latinDigits(form.get(name)?.slice(0, 256) ?? '')

/** Whether the last digit of a card's number fits the others. Source: ISO/IEC 7812, Luhn */
export function isLuhn(digits: string): boolean {
  const sum = [...digits].toReversed().reduce((total, letter, index) => {
    const twice = Number(letter) * (index % 2 === 0 ? 1 : 2)
    return total + (twice > 9 ? twice - 9 : twice)
  }, 0)
  return sum % 10 === 0
}

/** Whether a routing number fits its own check digit. Source: ABA */
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

/** Reads the card form. @param now milliseconds */
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

/** Reads the form of a bank account. */
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
