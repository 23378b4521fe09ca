import { locales } from '@latchkey/protocol/locale'
import { expect, test } from 'vitest'
import { translatorFor } from '../words/translatorFor.ts'
import { moneyText, priceText, tokensText } from './texts.ts'

const terms = {
  cents: '123450',
  transactionFee: '250',
  networkFee: '100',
  amount: '402118640000000000000000',
  decimals: 18,
  symbol: 'ETH',
  currency: 'EUR',
}

test.each(locales)('%s: the checkout shows figures in Latin digits', (locale) => {
  const speech = translatorFor(locale)
  // `terms` has only the fields that these functions read
  const figures = [
    moneyText(speech, '123450', 'EUR'),
    tokensText(speech, terms as Parameters<typeof tokensText>[1]),
    priceText(speech, terms as Parameters<typeof priceText>[1]),
  ]
  expect(figures.map((figure) => figure.replace(/[^\p{Nd}]/gu, ''))).toEqual([
    '123450',
    '40211864',
    expect.stringMatching(/^[0-9]+$/),
  ])
})
