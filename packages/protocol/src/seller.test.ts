import fc from 'fast-check'
import { safeParse } from 'valibot'
import { expect, test } from 'vitest'
import { isPageLink } from './links.ts'
import { sellerMessage, sellerOrders } from './seller.ts'

const order = {
  method: 'card',
  currency: 'EUR',
  cents: '5000',
  transactionFee: '100',
  networkFee: '25',
  networkId: 'eip155:1',
  token: `0x${'e'.repeat(40)}`,
  symbol: 'ETH',
  decimals: 18,
  amount: '48',
  id: 'order',
  wallet: `0x${'3'.repeat(40)}`,
  networkName: 'Test',
  expiresAt: 1,
}
const isValid = (changed: object) => safeParse(sellerOrders.body, { ...order, ...changed }).success

test('an order has a currency of three capital letters', () => {
  expect(isValid({})).toBe(true)
  for (const currency of ['EU', 'eur', 'EURO', 'E\u0000R', ''])
    expect(isValid({ currency })).toBe(false)
})

test('an order returns only to a page that a link may lead to', () => {
  expect(isValid({ redirectUrl: 'https://shop.example/done' })).toBe(true)
  for (const redirectUrl of ['javascript:alert(1)', 'data:text/html,a', 'shop.example', ''])
    expect(isValid({ redirectUrl })).toBe(false)
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.webUrl()), (redirectUrl) => {
      expect(isValid({ redirectUrl })).toBe(redirectUrl.length > 0 && isPageLink(redirectUrl))
    }),
  )
})

test('a text that a database cannot store is refused', () => {
  for (const id of ['a\u0000b', '\ud800', 'a\udc00'])
    for (const valid of [
      isValid({ id }),
      safeParse(sellerMessage, { type: 'paid', id, orderId: 'b' }).success,
    ])
      expect(valid).toBe(false)
})
