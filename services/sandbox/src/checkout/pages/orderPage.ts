import { html, raw } from '@latchkey/server/html'
import type { Html } from '@latchkey/server/html'
import type { Fault, Field } from '../readForm.ts'
import type { Order } from '../../orders/orderStore.ts'
import { testAccounts, testCards, testRouting } from '../testCards.ts'
import type { Translator } from '../words/translatorFor.ts'
import { documentOf } from './document.ts'
import { alert, button, details, fact, facts, field as fieldPart } from './parts.ts'
import { moneyText, priceText, shortAddress, tokensText } from './texts.ts'

/**
 * The faults of the form that the visitor sent, and the name in it. When the form is shown again,
 * only the name is filled in: numbers of cards are not sent back.
 */
export type Entered = { faults: Partial<Record<Field, Fault>>; name: string }

const words = { pay: 'pays', decline: 'declines', ask: 'asks', wait: 'waits' } as const
const inFours = (number: string) => number.replace(/(\d{4})(?=\d)/g, '$1 ')

type Input = {
  field: Field
  label: 'number' | 'expiry' | 'cvc' | 'name' | 'routing' | 'account'
  attributes: string
  hint?: 'expiryHint' | 'cvcHint'
  isDigits?: boolean
}

const name: Input = {
  field: 'name',
  label: 'name',
  attributes: 'autocomplete="cc-name" maxlength="64"',
}
const cardInputs: readonly Input[] = [
  {
    field: 'number',
    label: 'number',
    attributes:
      'inputmode="numeric" autocomplete="cc-number" maxlength="23" placeholder="0000 0000 0000 0000"',
    isDigits: true,
  },
  {
    field: 'expiry',
    label: 'expiry',
    attributes: 'inputmode="numeric" autocomplete="cc-exp" maxlength="9" placeholder="12/34"',
    hint: 'expiryHint',
    isDigits: true,
  },
  {
    field: 'cvc',
    label: 'cvc',
    attributes: 'inputmode="numeric" autocomplete="cc-csc" maxlength="4" placeholder="000"',
    hint: 'cvcHint',
    isDigits: true,
  },
]
const bankInputs: readonly Input[] = [
  {
    field: 'routing',
    label: 'routing',
    attributes: 'inputmode="numeric" autocomplete="off" maxlength="11"',
    isDigits: true,
  },
  {
    field: 'account',
    label: 'account',
    attributes: 'inputmode="numeric" autocomplete="off" maxlength="20"',
    isDigits: true,
  },
]

/** The page that shows the order, and the form with which the visitor pays. */
export function orderPage(speech: Translator, order: Order, entered?: Entered): string {
  const { translate } = speech
  const { terms } = order
  const total = moneyText(speech, terms.cents, terms.currency)
  const isCard = terms.method === 'card'
  const [first, ...others] = isCard ? cardInputs : bankInputs
  const isFirstFault = firstFaultOf(isCard, entered)
  const input = (input: Input | undefined) =>
    input && inputOf(speech, input, entered, isFirstFault(input.field))
  // right below the field of the number: only these numbers are accepted, and a small window ends
  // soon after it
  const known = details(
    translate(isCard ? 'cards' : 'accounts'),
    entered !== undefined,
    tests(speech, isCard),
  )
  const fields = isCard
    ? html`${input(first)}${known}<div class="checkout-pair">${others.map(input)}</div>${input(name)}`
    : html`${input(first)}${others.map(input)}${known}${input(name)}`
  const title = translate('title', { total })
  return documentOf(
    speech,
    title,
    html`<section class="checkout-part" aria-label="${translate('summary')}"><h1 class="checkout-sum">${title}</h1>${summary(speech, order)}</section>
<form class="checkout-part" method="post" action="/pay/${order.id}" novalidate><h2 class="checkout-heading">${translate(isCard ? 'card' : 'bank')}</h2>${faultsBox(speech, entered)}${fields}
<div class="stack">${button('primary', { name: 'do', value: 'pay', text: translate('pay', { total }) })}${button('secondary', { name: 'do', value: 'cancel', text: translate('cancel') })}</div></form>`,
  )
}

function firstFaultOf(isCard: boolean, entered: Entered | undefined) {
  const first = [...(isCard ? cardInputs : bankInputs), name].find(
    ({ field }) => entered?.faults[field] !== undefined,
  )?.field
  return (field: Field) => field === first
}

/** The list of the bought tokens, the price and all fees. */
function summary(speech: Translator, { terms }: Order): Html {
  const { translate } = speech
  const money = (cents: string) => moneyText(speech, cents, terms.currency)
  // a number, its sign and its unit keep their order in a page of any direction
  const value = (text: string) => html`<bdi dir="ltr">${text}</bdi>`
  const { networkName, wallet, transactionFee, networkFee, cents } = terms
  return facts([
    fact(translate('youGet'), value(tokensText(speech, terms))),
    fact(translate('on'), html`<bdi>${networkName}</bdi>`),
    fact(translate('to'), html`<bdi dir="ltr" title="${wallet}">${shortAddress(wallet)}</bdi>`),
    fact(translate('price'), value(priceText(speech, terms))),
    fact(translate('fee'), value(money(transactionFee))),
    fact(translate('networkFee'), value(money(networkFee))),
    fact(translate('total'), value(money(cents)), true),
  ])
}

function faultsBox({ translate }: Translator, entered: Entered | undefined): Html | undefined {
  const faults = Object.entries(entered?.faults ?? {})
  if (faults.length === 0) return undefined
  const links = faults.map(
    ([field, fault]) => html`<li><a href="#${field}">${translate(fault)}</a></li>`,
  )
  return alert(
    'danger',
    'alert',
    translate('faultsTitle'),
    html`<ul class="checkout-faults">${links}</ul>`,
  )
}

function inputOf(
  { translate }: Translator,
  { field, label, attributes, hint, isDigits }: Input,
  entered: Entered | undefined,
  isFirstFault: boolean,
): Html {
  const fault = entered?.faults[field]
  return fieldPart({
    id: field,
    label: translate(label),
    note: hint && translate(hint),
    fault: fault && translate(fault),
    isListed: true,
    attributes: html`name="${field}" required ${raw(attributes)}${isDigits && raw(' class="checkout-digits"')}${field === 'name' && entered && html` value="${entered.name}"`}${isFirstFault && ' autofocus'}`,
  })
}

function tests({ translate }: Translator, isCard: boolean): Html {
  const rows = isCard ? testCards : testAccounts
  const list = rows.map(({ number, event }) =>
    fact(
      html`<span class="checkout-number">${isCard ? inFours(number) : number}</span>`,
      html`<bdi>${translate(words[event])}</bdi>`,
    ),
  )
  return html`<div class="stack">${facts(list)}<p class="help">${isCard ? translate('anyElse') : translate('routingHint', { routing: testRouting })}</p></div>`
}
