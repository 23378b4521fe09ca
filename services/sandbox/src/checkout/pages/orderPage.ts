import { html, raw } from '@latchkey/server/html'
import type { Html } from '@latchkey/server/html'
import type { Fault, Field } from '../readForm.ts'
import type { Order } from '../../orders/orderStore.ts'
import { testAccounts, testCards, testRouting } from '../testCards.ts'
import type { Translator } from '../words/translatorFor.ts'
import { documentOf } from './document.ts'
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
  // The list is right below the number's field: the form accepts only these numbers, and in a small
  // window a list further down would not be seen.
  const known = html`<details${entered && ' open'}><summary>${translate(isCard ? 'cards' : 'accounts')}</summary>${tests(speech, isCard)}</details>`
  const fields = isCard
    ? html`${input(first)}${known}<div class="pair">${others.map(input)}</div>${input(name)}`
    : html`${input(first)}${others.map(input)}${known}${input(name)}`
  const title = translate('title', { total })
  return documentOf(
    speech,
    title,
    html`<section class="card" aria-label="${translate('summary')}"><h1>${title}</h1>${summary(speech, order)}</section>
<form class="card" method="post" action="/pay/${order.id}" novalidate><h2>${translate(isCard ? 'card' : 'bank')}</h2>${faultsBox(speech, entered)}${fields}
<button class="main" name="do" value="pay">${translate('pay', { total })}</button><button name="do" value="cancel">${translate('cancel')}</button></form>`,
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
  const row = (label: string, value: Html, kind = '') =>
    html`<div class="row ${kind}"><dt>${label}</dt><dd>${value}</dd></div>`
  // a number, its sign and its unit keep their order, also in right-to-left languages
  const value = (text: string) => html`<bdi dir="ltr">${text}</bdi>`
  return html`<dl>${row(translate('youGet'), value(tokensText(speech, terms)), 'main')}${row(translate('on'), html`<bdi>${terms.networkName}</bdi>`)}${row(translate('to'), html`<span class="mono" dir="ltr" title="${terms.wallet}">${shortAddress(terms.wallet)}</span>`)}
${row(translate('price'), value(priceText(speech, terms)))}${row(translate('fee'), value(money(terms.transactionFee)))}${row(translate('networkFee'), value(money(terms.networkFee)))}${row(translate('total'), value(money(terms.cents)), 'sum')}</dl>`
}

function faultsBox({ translate }: Translator, entered: Entered | undefined): Html | undefined {
  const faults = Object.entries(entered?.faults ?? {})
  if (faults.length === 0) return undefined
  return html`<div class="faults" role="alert"><h2>${translate('faultsTitle')}</h2><ul>${faults.map(([field, fault]) => html`<li><a href="#${field}">${translate(fault)}</a></li>`)}</ul></div>`
}

function inputOf(
  { translate }: Translator,
  { field, label, attributes, hint, isDigits }: Input,
  entered: Entered | undefined,
  isFirstFault: boolean,
): Html {
  const fault = entered?.faults[field]
  const described = [...(fault ? [`${field}-fault`] : []), ...(hint ? [`${field}-hint`] : [])].join(
    ' ',
  )
  return html`<div class="field"><label for="${field}">${translate(label)}</label><input id="${field}" name="${field}" required ${raw(attributes)}${isDigits && raw(' class="digits"')}${field === 'name' && entered && html` value="${entered.name}"`}${fault && raw(' aria-invalid="true"')}${described && html` aria-describedby="${described}"`}${isFirstFault && ' autofocus'}>${hint && html`<p class="hint" id="${field}-hint">${translate(hint)}</p>`}${fault && html`<p class="fault" id="${field}-fault">${translate(fault)}</p>`}</div>`
}

function tests({ translate }: Translator, isCard: boolean): Html {
  const rows = isCard ? testCards : testAccounts
  const list = rows.map(
    ({ number, event }) =>
      html`<li><code>${isCard ? inFours(number) : number}</code> ${translate(words[event])}</li>`,
  )
  return html`<ul>${list}</ul><p class="hint">${isCard ? translate('anyElse') : translate('routingHint', { routing: testRouting })}</p>`
}
