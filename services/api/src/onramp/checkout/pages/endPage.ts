import { readUrl } from '@latchkey/protocol/readUrl'
import type { CheckoutState } from '../session.ts'
import type { Session } from '../sessionStore.ts'
import type { Translator } from '../words/translatorFor.ts'
import { documentOf, escapeHtml as e } from './document.ts'
import { tokensText } from './texts.ts'

type End = Exclude<CheckoutState, 'open' | 'challenge'>

const ends = {
  paid: { sign: '✓', kind: 'good', title: 'paidTitle' },
  processing: { sign: '…', kind: 'soft', title: 'waitTitle' },
  declined: { sign: '✕', kind: 'bad', title: 'declinedTitle' },
  cancelled: { sign: '✕', kind: 'soft', title: 'cancelledTitle' },
  expired: { sign: '✕', kind: 'soft', title: 'expiredTitle' },
} as const satisfies Record<End, object>

/**
 * How a payment ended, and the way back to the site. Where the money is on its way, the browser
 * goes back by itself.
 */
export function endPage(speech: Translator, { id, terms }: Session, state: End): string {
  const { translate: say } = speech
  const { sign, kind, title } = ends[state]
  const texts = {
    paid: () => say('paidText', { amount: tokensText(speech, terms) }),
    processing: () => say('waitText'),
    declined: () => say('declinedText'),
    cancelled: () => say('cancelledText'),
    expired: () => say('expiredText'),
  }
  const back = terms.redirectUrl === null ? undefined : readUrl(terms.redirectUrl)
  const look =
    state === 'processing' ? `<a class="button" href="/pay/${e(id)}">${e(say('look'))}</a>` : ''
  const way = back
    ? `<a class="button main" href="${e(back.href)}">${e(say('back', { site: back.host }))}</a>`
    : `<p>${e(say('close'))}</p>`
  const leaves = state === 'paid' || state === 'processing'
  return documentOf(
    speech,
    say(title),
    `<section class="card" role="status"><div class="sign ${kind}" aria-hidden="true">${sign}</div><h1>${e(say(title))}</h1><p>${e(texts[state]())}</p><div class="actions">${way}${look}</div></section>`,
    leaves ? back?.href : undefined,
  )
}

/** A page without an order. */
export function plainPage(
  speech: Translator,
  title: 'unknownTitle' | 'busyTitle',
  text: 'unknownText' | 'busyText',
): string {
  const { translate: say } = speech
  return documentOf(
    speech,
    say(title),
    `<section class="card"><h1>${e(say(title))}</h1><p>${e(say(text))}</p></section>`,
  )
}
