import { html } from '@latchkey/server/html'
import { readUrl } from '@latchkey/protocol/readUrl'
import type { OrderState } from '../../orders/stepOrder.ts'
import type { Order } from '../../orders/orderStore.ts'
import type { Translator } from '../words/translatorFor.ts'
import { documentOf } from './document.ts'
import { linkButton, mark, outcome } from './parts.ts'
import { tokensText } from './texts.ts'

/** The outcomes of a payment that the visitor sees. None needs another action of the visitor. */
type End = 'paid' | 'processing' | 'declined' | 'cancelled' | 'expired'

/**
 * The outcome of the payment for each state of an order. The page does not show the payout: the
 * site shows it.
 */
export const outcomes: Readonly<Record<Exclude<OrderState, 'open' | 'challenge'>, End>> = {
  processing: 'processing',
  paid: 'paid',
  sending: 'paid',
  done: 'paid',
  failed: 'paid',
  declined: 'declined',
  cancelled: 'cancelled',
  expired: 'expired',
}

const ends = {
  paid: { sign: mark('check', 'good'), title: 'paidTitle' },
  processing: { sign: mark('info', 'quiet'), title: 'waitTitle' },
  declined: { sign: mark('close', 'bad'), title: 'declinedTitle' },
  cancelled: { sign: mark('close', 'quiet'), title: 'cancelledTitle' },
  expired: { sign: mark('close', 'quiet'), title: 'expiredTitle' },
} as const satisfies Record<End, object>

/**
 * The page with the outcome of a payment, and a link back to the site. If the payment is made or in
 * progress, the browser goes there by itself.
 */
export function endPage(speech: Translator, { id, terms }: Order, state: End): string {
  const { translate } = speech
  const { sign, title } = ends[state]
  const texts = {
    paid: () => translate('paidText', { amount: tokensText(speech, terms) }),
    processing: () => translate('waitText'),
    declined: () => translate('declinedText'),
    cancelled: () => translate('cancelledText'),
    expired: () => translate('expiredText'),
  }
  const back = terms.redirectUrl === null ? undefined : readUrl(terms.redirectUrl)
  const reloadLink =
    state === 'processing' && linkButton('secondary', `/pay/${id}`, translate('look'))
  const backLink = back
    ? linkButton('primary', back.href, translate('back', { site: back.host }))
    : html`<p class="help">${translate('close')}</p>`
  const leaves = state === 'paid' || state === 'processing'
  return documentOf(
    speech,
    translate(title),
    html`<section class="checkout-part" role="status">${outcome(sign, translate(title), texts[state]())}<div class="stack">${backLink}${reloadLink}</div></section>`,
    leaves ? back?.href : undefined,
  )
}

/** A page that shows a title and a text, without an order. */
export function plainPage(
  speech: Translator,
  title: 'unknownTitle' | 'busyTitle',
  text: 'unknownText' | 'busyText',
): string {
  const { translate } = speech
  return documentOf(
    speech,
    translate(title),
    outcome(mark('warning', 'quiet'), translate(title), translate(text)),
  )
}
