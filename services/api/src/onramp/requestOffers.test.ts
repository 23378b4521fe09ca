import { expect, test } from 'vitest'
import { ApiError } from '../apiError.ts'
import { requestOffers } from './requestOffers.ts'
import type { Offer, OrderProvider } from './onrampProvider.ts'

const wanted = { cents: 5_000n, currency: 'USD', symbol: 'USDC' }
const offer: Offer = {
  provider: 'good',
  method: 'card',
  currency: 'USD',
  cents: 5_000n,
  transactionFee: 100n,
  networkFee: 1n,
  networkId: 'eip155:1',
  token: '0xa',
  symbol: 'USDC',
  decimals: 6,
  amount: 1n,
  expiresAt: 1,
}

/** Makes a provider whose offers the test decides. */
const seller = (id: string, quotes: OrderProvider['quotes']): OrderProvider => ({
  kind: 'orders',
  id,
  quotes,
  facts: { serviceProvider: id, name: id, status: 'LIVE', categories: [], methods: [] },
  options: () => Promise.resolve({ paymentCurrencies: [], purchaseCurrencies: [] }),
  isInStock: () => Promise.resolve(true),
  begin: () => Promise.resolve(''),
  readWebhook: () => ({ id: '', orderId: '', type: 'paid' }),
})
const good = seller('good', () => Promise.resolve([offer]))
const broken = seller('broken', () => Promise.reject(new TypeError('defect')))
const refusing = seller('refusing', () =>
  Promise.reject(new ApiError(400, 'sourceAmount', 'Too little')),
)
const silent = seller(
  'silent',
  (_, signal) =>
    new Promise((_resolve, reject) =>
      signal.addEventListener('abort', () => reject(new Error('too late'))),
    ),
)
const request = (sellers: readonly OrderProvider[], signal = new AbortController().signal) =>
  requestOffers(sellers, wanted, signal)

test('a seller that fails, refuses or never answers does not affect the offers of the others', async () => {
  expect(await request([broken, good, refusing])).toEqual([offer])
  expect(await request([silent, good])).toEqual([offer])
}, 20_000)

test('when no seller has an offer, the answer is a refusal if there is one, and otherwise 503', async () => {
  await expect(request([broken, refusing])).rejects.toMatchObject({
    status: 400,
    field: 'sourceAmount',
  })
  await expect(request([broken])).rejects.toMatchObject({ status: 503 })
})

test('when the client leaves, the request for offers ends with the reason of the client', async () => {
  const gone = new AbortController()
  const pending = request([silent, good], gone.signal)
  gone.abort(new Error('left'))
  await expect(pending).rejects.toThrow('left')
})
