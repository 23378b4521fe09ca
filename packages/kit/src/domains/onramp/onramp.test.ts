import fc from 'fast-check'
import { onrampMaxText } from '@latchkey/protocol/onrampMax'
import { beforeEach, expect, test } from 'vitest'
import { startTestPage } from '../../chains/evm/startTestPage.ts'
import { reasonOf, startTestKit } from '../../session/startTestKit.ts'
import { decimalOf, isEqual, isLess, scaled } from './decimal.ts'
import { limitFaultOf } from './limits.ts'
import { getOnrampOptions } from './options.lazy.ts'
import { getOnrampProviders } from './providers.lazy.ts'
import { getOnrampQuotes } from './quotes.lazy.ts'
import { startOrder } from './order/startOrder.lazy.ts'
import { options, request, row, startTestOnramp, usdc } from './startTestOnramp.ts'
import { contextOf } from '../../core/kit/context.ts'

beforeEach(() => void startTestPage())

const token = {
  id: 'eip155:31337 USDC',
  symbol: 'USDC',
  name: 'USD Coin',
  networkId: 'eip155:31337',
  address: usdc,
}

test('getOnrampOptions returns what the API sells on the site’s networks, and requests it once', async () => {
  const { kit, requestsOf } = await startTestOnramp()
  expect(await getOnrampOptions(kit)).toEqual({
    tokens: [
      token,
      { id: 'eip155:31337 ETH', symbol: 'ETH', name: 'Ether', networkId: 'eip155:31337' },
    ],
    currencies: [{ id: 'USD', methods: options.paymentCurrencies[0]?.payment_method_limits }],
    isDefault: false,
  })
  await getOnrampOptions(kit)
  expect(requestsOf('/onramp/options')).toHaveLength(1)
})

test('if the API fails, default options are used for the site’s networks, and the next call tries again', async () => {
  const mainnet = { id: 1, name: 'Ethereum', rpcUrl: 'http://127.0.0.1:1' }
  const { kit } = startTestKit({ chains: [mainnet, { ...mainnet, id: 137, name: 'Polygon' }] })
  const { tokens, currencies, isDefault } = await getOnrampOptions(kit)
  expect(tokens.map(({ id }) => id)).toEqual(['eip155:1 USDC', 'eip155:137 USDC', 'eip155:1 ETH'])
  expect(currencies).toEqual(
    ['USD', 'EUR'].map((id) => ({
      id,
      methods: [
        { id: 'card', min: '10.00', max: '7500.00' },
        { id: 'ach_bank_account', min: '10.00', max: '25000.00' },
      ],
    })),
  )
  expect(isDefault).toBe(false) // true only if an API has failed, and this kit has none
  const failing = await startTestOnramp({ '/onramp/options': 400 })
  expect(await getOnrampOptions(failing.kit)).toMatchObject({ tokens: [], isDefault: true })
  failing.answers['/onramp/options'] = options
  expect(await getOnrampOptions(failing.kit)).toMatchObject({
    tokens: [token, {}],
    isDefault: false,
  })
})

test('a symbol with invisible characters and an invalid currency are left out', async () => {
  const { kit } = await startTestOnramp({
    '/onramp/options': {
      purchaseCurrencies: [{ ...options.purchaseCurrencies[0], symbol: 'US\u200bDC' }],
      paymentCurrencies: [{ id: 'dollars', payment_method_limits: [] }],
    },
  })
  expect(await getOnrampOptions(kit)).toMatchObject({
    tokens: [],
    currencies: [],
    isDefault: false,
  })
})

test('offers are sorted by the purchased amount, and providers without a price stand last', async () => {
  const { kit, requestsOf, answers } = await startTestOnramp({
    '/onramp/multi/quotes': [
      {
        ...row,
        serviceProvider: 'MILL',
        destinationAmount: '97.5',
        totalFee: '2.5',
        transactionFee: null,
        networkFee: null,
      },
      row,
      { ...row, destinationAmount: 90 },
    ],
  })
  answers['/onramp/providers'] = [
    {
      serviceProvider: 'HARBOUR',
      name: 'Harbour\u202e Pay',
      logos: { dark: 'http://192.168.1.1/a.png' },
      websiteUrl: 'javascript:alert(1)',
    },
    { serviceProvider: 'OFF', name: 'Off', status: 'BUILDING' },
    { serviceProvider: 'coinbase', name: 'Coinbase' },
  ]
  const { quotes, outage } = await getOnrampQuotes(kit, request)
  expect(outage).toBeUndefined()
  expect(
    quotes.map(({ provider: { name }, purchase, fees, quoteId }) => [
      name,
      purchase.amount,
      fees,
      quoteId,
    ]),
  ).toEqual([
    ['Sandbox', '98', { provider: '1.5', network: '0.5', total: '2' }, 'offer-1'],
    ['Mill', '97.5', { total: '2.5' }, 'offer-1'],
    ['Harbour Pay', undefined, {}, undefined],
  ]) // no offer of Coinbase, which does not sell on this network
  expect(quotes[2]?.provider).toEqual({ id: 'HARBOUR', name: 'Harbour Pay', isTest: false })
  expect(requestsOf('/multi/quotes')).toEqual([
    expect.objectContaining({
      sourceAmount: 100,
      sourceCurrencyCode: 'USD',
      destinationCurrencyCode: 'USDC',
      chainId: 'eip155:31337',
      paymentMethodType: 'card',
    }),
  ])
  expect(await getOnrampProviders(kit)).toHaveLength(2)
})

test('if the amount is refused, only providers with prices on their own pages are offered, and no outage is reported', async () => {
  const { kit, answers } = await startTestOnramp({
    '/onramp/multi/quotes': { refusal: 'Too little' },
  })
  expect(await getOnrampQuotes(kit, request)).toEqual({ quotes: [] })
  answers['/onramp/providers'] = [
    { serviceProvider: 'coinbase', name: 'Coinbase', networks: ['eip155:31337'] },
    { serviceProvider: 'meld', name: 'Meld', symbols: ['USDC'] },
    { serviceProvider: 'gold', name: 'Gold', symbols: ['PAXG'] },
    { serviceProvider: 'far', name: 'Far', networks: ['eip155:1'] },
  ]
  const { client } = await contextOf(kit).queries()
  client.clear()
  const { quotes, outage } = await getOnrampQuotes(kit, request)
  expect([
    quotes.map(({ provider: { name }, purchase: { amount } }) => [name, amount]),
    outage,
  ]).toEqual([
    [
      ['Coinbase', undefined],
      ['Meld', undefined],
    ],
    undefined,
  ]) // only this provider sells the token on this network
})

test('if the amount is too high for all providers, the possible maximum is returned', async () => {
  const { kit, answers } = await startTestOnramp()
  for (const [refusal, most] of [
    [onrampMaxText('61.22', 'USD'), '61.22'],
    [onrampMaxText('61.22', 'EUR'), undefined],
    [onrampMaxText('100.00', 'USD'), undefined],
    [onrampMaxText('0.00', 'USD'), undefined],
    ['at most anything', undefined],
  ] as const) {
    answers['/onramp/multi/quotes'] = { refusal }
    expect(await getOnrampQuotes(kit, request), refusal).toEqual({
      quotes: [],
      ...(most && { most }),
    })
  }
})

test('with any clock of the device, an offer expires in 30 to 300 seconds', async () => {
  const { kit, answers, clock } = await startTestOnramp()
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.constantFrom(0, 1, 8.64e15),
        fc.integer({ min: -1e9, max: 1e9 }).map((off) => clock.now() + off),
      ),
      async (expiresAt) => {
        answers['/onramp/multi/quotes'] = [{ ...row, expiresAt }]
        const {
          quotes: [quote],
        } = await getOnrampQuotes(kit, request)
        expect((quote?.expiresAt ?? 0) - clock.now()).toBeGreaterThanOrEqual(30_000)
        expect((quote?.expiresAt ?? 0) - clock.now()).toBeLessThanOrEqual(300_000)
      },
    ),
    { numRuns: 30 },
  )
})

test('an amount outside the limits of the payment method is rejected before a request', async () => {
  const { kit, requestsOf } = await startTestOnramp()
  for (const [change, details] of [
    [{ amount: '9.99' }, 'tooLittle: 10.00 USD'],
    [{ amount: '7500.01' }, 'tooMuch: 7500.00 USD'],
    [{ amount: '19.99', method: 'ach_bank_account' }, 'tooLittle: 20.00 USD'],
    [{ amount: 'ten' }, 'This can not be bought here.'],
    [{ amount: '-5' }, 'This can not be bought here.'],
    [{ symbol: 'OTHER' }, 'This can not be bought here.'],
    [{ currency: 'EUR' }, 'This can not be bought here.'],
    [{ method: 'cash' }, 'This can not be bought here.'],
  ] as const)
    expect(await reasonOf(getOnrampQuotes(kit, { ...request, ...change }))).toMatchObject({
      code: 'actionNotAllowed',
      details,
    })
  expect(requestsOf('/multi/quotes')).toEqual([])
  expect(
    limitFaultOf(await getOnrampOptions(kit), { currency: 'USD', amount: '15' }),
  ).toBeUndefined() // without a method, an amount is allowed if any method allows it
})

test.each(['projectId', 'walletAddress', 'country', ''])(
  'a refusal with the field %j counts as an outage',
  async (field) => {
    const { kit } = await startTestOnramp({ '/onramp/multi/quotes': { refusal: 'Refused', field } })
    expect(await getOnrampQuotes(kit, request)).toMatchObject({
      quotes: [{ isEstimate: true }],
      outage: { status: 400, field },
    })
  },
)

test('if no provider answers, a marked estimate is returned, and an order for it is refused', async () => {
  const { kit, requestsOf, answers } = await startTestOnramp({
    '/onramp/multi/quotes': 404,
    '/onramp/quote': 400,
  })
  const {
    quotes: [quote],
    outage,
  } = await getOnrampQuotes(kit, request)
  expect(outage).toMatchObject({ code: 'httpFailed', status: 404 })
  expect(quote).toMatchObject({
    isEstimate: true,
    payment: { amount: '100', currency: 'USD' },
    purchase: { symbol: 'USDC' },
  })
  if (!quote) throw new Error('no estimate')
  expect(quote.purchase.amount).toBeUndefined()
  expect(
    await reasonOf(startOrder(kit, { quote: { ...quote, expiresAt: Infinity } })),
  ).toMatchObject({ code: 'actionNotAllowed', details: 'Nobody has offered this.' })
  const money = (amount: string, currency: string) => ({ amount, currency })
  answers['/onramp/quote'] = {
    paymentTotal: money('100', 'USD'),
    paymentSubtotal: money('98', 'USD'),
    purchaseAmount: money('97', 'USDC'),
    coinbaseFee: money('2', 'USD'),
    networkFee: money('0.1', 'EUR'),
    quoteId: 'mocked-quote-id',
  }
  expect((await getOnrampQuotes(kit, request)).quotes).toMatchObject([
    { isEstimate: true, purchase: { amount: '97' }, fees: { provider: '2' } },
  ])
  expect(requestsOf('/widget')).toEqual([])
})

test('an offer with invalid fees, or with fees above the payment, is dropped', async () => {
  const { kit, answers } = await startTestOnramp()
  for (const fees of [
    { totalFee: 100.01 },
    { networkFee: '250' },
    { transactionFee: 101 },
    { totalFee: -1 },
    { networkFee: 'free' },
  ]) {
    answers['/onramp/multi/quotes'] = [{ ...row, serviceProvider: 'dear', ...fees }, row]
    expect(
      (await getOnrampQuotes(kit, request)).quotes.map(({ provider: { id } }) => id),
      JSON.stringify(fees),
    ).toEqual(['sandbox'])
  }
  answers['/onramp/multi/quotes'] = [{ ...row, totalFee: 100 }]
  expect((await getOnrampQuotes(kit, request)).quotes).toMatchObject([{ fees: { total: '100' } }])
})

test('for any answer of the API, an offer matches the request, gives more than zero and costs at most the payment', async () => {
  const { kit, answers } = await startTestOnramp()
  const number = fc.oneof(
    fc.double(),
    fc.constantFrom(0, -1, 1e300, 98, 100, '97.5', '-3'),
    fc.constant(null),
  )
  const rows = fc.array(
    fc.oneof(
      {
        weight: 4,
        arbitrary: fc.record({
          serviceProvider: fc.constantFrom('a', 'b', 'sandbox'),
          paymentMethodType: fc.constantFrom('card', 'ach', null),
          sourceAmount: fc.constantFrom(100, '100.00', 99, 1e300),
          sourceCurrencyCode: fc.constantFrom('USD', 'EUR'),
          destinationAmount: number,
          destinationCurrencyCode: fc.constantFrom('USDC', 'ETH'),
          totalFee: number,
          transactionFee: number,
          networkFee: number,
        }),
      },
      fc.jsonValue(),
    ),
    { maxLength: 6 },
  )
  await fc.assert(
    fc.asyncProperty(rows, async (given) => {
      answers['/onramp/multi/quotes'] = given
      const { quotes, outage } = await getOnrampQuotes(kit, request)
      if (outage) {
        expect(quotes).toMatchObject([{ isEstimate: true }])
        return
      }
      const amounts = quotes.flatMap(({ purchase }) => purchase.amount ?? [])
      for (const amount of amounts) expect(isLess('0', amount)).toBe(true)
      amounts
        .slice(1)
        .forEach((amount, at) => expect(isLess(amounts[at] ?? '', amount)).toBe(false))
      for (const { fees, payment, purchase, isEstimate } of quotes) {
        expect([payment, purchase.symbol, isEstimate]).toEqual([
          { amount: '100', currency: 'USD' },
          'USDC',
          false,
        ])
        for (const fee of Object.values(fees)) expect(isLess('100', fee)).toBe(false)
      }
      expect(new Set(quotes.map(({ provider, method }) => `${provider.id} ${method}`)).size).toBe(
        quotes.length,
      )
    }),
    { numRuns: 60 },
  )
}, 30_000)

test('decimals are compared exactly, and numbers become decimals only if they are valid amounts', () => {
  expect([
    isLess('9.99', '10'),
    isLess('10', '10.00'),
    isEqual('10', '10.00'),
    isEqual('1e2', '100'),
    isLess('a', '1'),
  ]).toEqual([true, false, true, false, false])
  expect([
    decimalOf(0.1 + 0.2),
    decimalOf(1e18),
    decimalOf(Number.NaN),
    decimalOf(-0.1),
    decimalOf(null),
    decimalOf(1e-12),
    decimalOf(123456789.25),
  ]).toEqual(['0.3', undefined, undefined, undefined, undefined, '0.000000000001', '123456789.25'])
  fc.assert(
    fc.property(fc.string(), (text) => {
      const value = scaled(text)
      expect(value === undefined || value >= 0n).toBe(true)
    }),
  )
})
