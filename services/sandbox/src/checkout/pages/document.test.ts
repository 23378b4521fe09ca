import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Order } from '../../orders/orderStore.ts'
import { translatorFor } from '../words/translatorFor.ts'
import { pageHeaders } from './document.ts'
import { endPage, plainPage } from './endPage.ts'
import { orderPage, type Entered } from './orderPage.ts'
import { stepPage } from './stepPage.ts'

const speech = translatorFor('en')
// the fields of an order that the pages read
const order = (method: 'card' | 'bank', redirectUrl: string | null = null) =>
  ({
    id: 'x'.repeat(43),
    terms: {
      method,
      currency: 'EUR',
      cents: '5000',
      transactionFee: '100',
      networkFee: '25',
      networkName: 'Test',
      symbol: 'USDC',
      decimals: 6,
      amount: '48000000',
      wallet: `0x${'3'.repeat(40)}`,
      redirectUrl,
    },
  }) as Order
const entered: Entered = { faults: { number: 'numberReal', cvc: 'cvcWrong' }, name: 'Ann' }
const pages = [
  orderPage(speech, order('card')),
  orderPage(speech, order('bank')),
  orderPage(speech, order('card'), entered),
  stepPage(speech, order('card'), true),
  endPage(speech, order('card', 'https://shop.example/'), 'paid'),
  endPage(speech, order('card'), 'processing'),
  endPage(speech, order('card'), 'declined'),
  plainPage(speech, 'unknownTitle', 'unknownText'),
]
const styleOf = (page: string) => /<style>([^]*?)<\/style>/.exec(page)?.[1] ?? ''

test('the Content-Security-Policy of every page allows the page’s own style sheet', () => {
  for (const page of pages) {
    const hash = createHash('sha256').update(styleOf(page)).digest('base64')
    expect(pageHeaders['content-security-policy']).toContain(`style-src 'sha256-${hash}';`)
  }
})

test('every class of the pages is in the style sheet', () => {
  for (const page of pages) {
    const names = [...page.matchAll(/ class="([^"]+)"/g)].map(([, name]) => name)
    expect(names.filter((name) => !styleOf(page).includes(`.${name} `))).toEqual([])
  }
})

test('no page has a `style` attribute or a script, which the policy would block', () => {
  for (const page of pages) expect(page).not.toMatch(/ style="|<script| on[a-z]+="/)
})

test('a page with faults lists them in one alert, and marks and describes their fields', () => {
  const page = orderPage(speech, order('card'), entered)
  expect(page.match(/role="alert"/g)).toHaveLength(1)
  expect(page).toContain('<a href="#cvc">Enter three or four digits</a>')
  expect(page).toMatch(/<input id="cvc" aria-invalid="true" aria-describedby="cvc-note" /)
  expect(page).toMatch(/<input id="number" [^>]*autofocus/)
  expect(page).toMatch(/<input id="name" name="name" [^>]*value="Ann"/)
  expect(page.match(/ autofocus/g)).toHaveLength(1)
})
