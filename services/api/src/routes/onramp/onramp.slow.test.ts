import { createHmac } from 'node:crypto'
import * as fc from 'fast-check'
import * as v from 'valibot'
import { erc20Abi, parseUnits } from 'viem'
import { expect, test } from 'vitest'
import { treasury } from '@latchkey/devnet/accounts'
import {
  onrampBuyOptions,
  onrampBuyQuotes,
  onrampMultiQuotes,
  onrampOptions,
  onrampOrder,
  onrampProperties,
  onrampProviders,
  onrampQuote,
} from '@latchkey/protocol/onramp'
import { accountHistory } from '@latchkey/protocol/history'
import { deriveKey } from '@latchkey/server/deriveKey'
import { signatureHeader, signMessage } from '@latchkey/server/signedMessage'
import { cardForm, cards, newWallet, postForm, type Answer } from '../../testing/onrampClient.ts'
import { secret, startTestOnramp } from '../../testing/startTestOnramp.ts'
import { chainClient } from '../../testing/traffic.ts'

const { devnet, configs, startOnramp } = startTestOnramp()
type Started = Awaited<ReturnType<typeof startOnramp>>
const chain = () => chainClient(devnet().chains[0]?.url ?? '')
const tokenOf = (symbol: string) =>
  devnet().chains[0]?.deployment.tokens.find((token) => token.symbol === symbol)?.address ?? '0x'
const done = { timeout: 30_000, interval: 50 }
const reasonOf = ({ status, body }: Answer) => [
  status,
  (body as { reasons: { field: string }[] }).reasons[0]?.field,
]
const stateOf = async ({ order }: Started, id: string) => (await order(id)).state

test('the sandbox sells every token with a price, in both currencies, within the limits of each method', async () => {
  const { request } = await startOnramp()
  const options = v.parse(onrampOptions.answer, (await request('onramp/options')).body)
  const limits = [
    { id: 'card', min: '10.00', max: '7500.00' },
    { id: 'ach_bank_account', min: '10.00', max: '25000.00' },
  ]
  expect(options.paymentCurrencies).toEqual(
    ['USD', 'EUR'].map((id) => ({ id, payment_method_limits: limits })),
  )
  expect(options.purchaseCurrencies.map(({ symbol }) => symbol)).toEqual(
    expect.arrayContaining(['ETH', 'USDC', 'WBTC']),
  )
  expect(options.purchaseCurrencies.find(({ symbol }) => symbol === 'USDC')?.networks).toEqual([
    {
      name: 'eip155:31337',
      display_name: 'Latchkey Devnet',
      chain_id: '31337',
      contract_address: tokenOf('USDC').toLowerCase(),
    },
  ])
  expect(v.parse(onrampProviders.answer, (await request('onramp/providers')).body)).toMatchObject([
    {
      serviceProvider: 'sandbox',
      isTest: true,
      feeRange: '1-2%',
      methods: ['card', 'ach_bank_account'],
    },
  ])
  const [purchaseCurrency] = options.purchaseCurrencies
  const quote = v.parse(
    onrampQuote.answer,
    (
      await request('onramp/quote', {
        purchaseCurrency,
        paymentCurrency: options.paymentCurrencies[0],
        amount: '50',
        network: 'ETH',
      })
    ).body,
  )
  expect(quote).toMatchObject({
    paymentTotal: { amount: '50.00', currency: 'USD' },
    coinbaseFee: { amount: '1.00', currency: 'USD' },
    purchaseAmount: { currency: 'ETH' },
  })
  expect(
    Number(quote.paymentSubtotal.amount) +
      Number(quote.coinbaseFee.amount) +
      Number(quote.networkFee.amount),
  ).toBeCloseTo(50, 9)
  expect(
    v.parse(onrampBuyOptions.answer, (await request('onramp/buy/options?country=DE')).body)
      .paymentCurrencies,
  ).toEqual(['USD', 'EUR'].map((id) => ({ id, limits })))
  const bought = v.parse(
    onrampBuyQuotes.answer,
    (
      await request(
        'onramp/buy/quotes?purchaseCurrency=USDC&purchaseNetwork=eip155:31337&paymentAmount=100&paymentCurrency=USD&paymentMethod=ach_bank_account&country=US',
      )
    ).body,
  )
  expect(bought).toMatchObject({
    paymentTotal: { value: '100.00', currency: 'USD' },
    coinbaseFee: { value: '1.00' },
  })
  for (const type of [
    'countries',
    'crypto-currencies',
    'fiat-currencies',
    'payment-methods',
    'fiat-purchases-limits',
    'countries-defaults',
  ])
    v.parse(
      onrampProperties.answer,
      (await request(`onramp/providers/properties?type=${type}`)).body,
    )
})

test('there is one offer with all fees for each method that accepts the amount, and euros are converted at their rate', async () => {
  const { request, quotes } = await startOnramp()
  const both = v.parse(
    onrampMultiQuotes.answer,
    (
      await request('onramp/multi/quotes', {
        sourceAmount: 100,
        sourceCurrencyCode: 'USD',
        destinationCurrencyCode: 'USDC',
      })
    ).body,
  )
  expect(
    both.map(({ paymentMethodType, transactionFee, sourceAmount }) => [
      paymentMethodType,
      transactionFee,
      sourceAmount,
    ]),
  ).toEqual([
    ['card', 2, 100],
    ['ach_bank_account', 1, 100],
  ])
  for (const {
    sourceAmount,
    sourceAmountWithoutFees,
    totalFee,
    networkFee,
    transactionFee,
    destinationAmount,
  } of both) {
    expect((totalFee ?? NaN) + (sourceAmountWithoutFees ?? NaN)).toBeCloseTo(sourceAmount, 9)
    expect((networkFee ?? NaN) + (transactionFee ?? NaN)).toBeCloseTo(totalFee ?? NaN, 9)
    expect(destinationAmount).toBeCloseTo(sourceAmountWithoutFees ?? NaN, 5) // one USDC is a dollar
  }
  const [euros] = await quotes({ amount: 100, currency: 'EUR' })
  expect((euros?.sourceAmountWithoutFees ?? NaN) / (euros?.destinationAmount ?? NaN)).toBeCloseTo(
    0.92,
    5,
  )
  const large = await request('onramp/multi/quotes', {
    sourceAmount: 20_000,
    sourceCurrencyCode: 'USD',
    destinationCurrencyCode: 'USDC',
  })
  expect(
    (large.body as { paymentMethodType: string }[]).map(
      ({ paymentMethodType }) => paymentMethodType,
    ),
  ).toEqual(['ach_bank_account'])
  const refused = (changes: object) =>
    request('onramp/multi/quotes', {
      sourceAmount: 50,
      sourceCurrencyCode: 'USD',
      destinationCurrencyCode: 'USDC',
      ...changes,
    }).then(reasonOf)
  expect(
    await Promise.all(
      [
        { sourceAmount: 9.99 },
        { sourceAmount: 25_001 },
        { sourceAmount: 10.001 },
        { sourceAmount: 7_501, paymentMethodType: 'card' },
        { paymentMethodType: 'cash' },
        { sourceCurrencyCode: 'GBP' },
        { destinationCurrencyCode: 'DOGE' },
        { chainId: 'eip155:1' },
        { chainId: 'eip155:31338' },
      ].map(refused),
    ),
  ).toEqual([
    [400, 'sourceAmount'],
    [400, 'sourceAmount'],
    [400, 'sourceAmount'],
    [400, 'sourceAmount'],
    [400, 'paymentMethodType'],
    [400, 'sourceCurrencyCode'],
    [400, 'destinationCurrencyCode'],
    [400, 'chainId'],
    [400, 'destinationCurrencyCode'],
  ])
  expect(
    reasonOf(
      await request('onramp/multi/quotes', {
        sourceAmount: 50,
        sourceCurrencyCode: 'USD',
        destinationCurrencyCode: 'USDC',
        excludeProviders: 'sandbox',
      }),
    ),
  ).toEqual([404, ''])
})

test('an invalid order id gets the same answer as an unknown one', async () => {
  const { request } = await startOnramp()
  const odd = [
    '%00',
    `${'a'.repeat(31)}%00`,
    '%ED%A0%80',
    "'%20or%201%3D1--",
    '..',
    '__proto__',
    'a'.repeat(129),
    'a'.repeat(32),
  ]
  expect(
    (await Promise.all(odd.map((id) => request(`onramp/orders/${id}`)))).map(
      ({ status }) => status < 500,
    ),
  ).toEqual(odd.map(() => true))
  expect((await request('onramp/orders/%00')).status).toBe(404)
  const wallet = newWallet()
  expect(
    (await request(`account/${wallet}/history?onramp=sandbox&orders=${odd.slice(0, 2).join()}`))
      .body,
  ).toEqual({ data: [], next: null })
})

test('a purchase of a token and of the coin arrives, paid at once, in two steps, slowly, and from a bank', {
  timeout: 60_000,
}, async () => {
  const api = await startOnramp({}, { returns: { '*': ['https://shop.example'] } })
  const good = await api.buy({
    redirectUrl: 'https://shop.example/back?a=1&b="2"'.replaceAll('"', '%22'),
  })
  expect(await stateOf(api, good.orderId)).toBe('waiting')
  const paid = await postForm(good.page, cardForm(cards.good), {
    origin: new URL(good.page).origin,
  })
  expect([paid.status, paid.headers.get('location')]).toEqual([303, new URL(good.page).pathname])
  expect(await (await fetch(good.page)).text()).toContain(
    '<meta http-equiv="refresh" content="0;url=https://shop.example/back?a=1&amp;b=%222%22">',
  )
  await expect.poll(() => stateOf(api, good.orderId), done).toBe('done')
  const order = v.parse(onrampOrder, (await api.request(`onramp/orders/${good.orderId}`)).body)
  expect(order).toMatchObject({
    payment: { amount: '50.00', currency: 'USD' },
    purchase: { currency: 'USDC' },
    chainId: 'eip155:31337',
    reason: null,
  })
  expect(
    await chain().readContract({
      address: tokenOf('USDC'),
      abi: erc20Abi,
      functionName: 'balanceOf',
      args: [good.wallet],
    }),
  ).toBe(parseUnits(order.purchase.amount, 6))
  expect((await chain().getTransactionReceipt({ hash: order.hash as `0x${string}` })).status).toBe(
    'success',
  )

  const step = await api.buy({ symbol: 'ETH' })
  await postForm(step.page, cardForm(cards.step))
  await expect.poll(() => stateOf(api, step.orderId), done).toBe('paying')
  expect(await (await fetch(step.page)).text()).toContain('Confirm the payment')
  expect(
    (await postForm(`${step.page}/confirm`, new URLSearchParams({ code: '000000' }))).headers.get(
      'location',
    ),
  ).toContain('wrong=1')
  await postForm(`${step.page}/confirm`, new URLSearchParams({ code: ' 123456 ' }))
  const slow = await api.buy()
  await postForm(slow.page, cardForm(cards.slow))
  expect(await (await fetch(slow.page)).text()).toContain('The bank is checking the payment')
  await expect.poll(() => stateOf(api, slow.orderId), done).toBe('paying')
  const bank = await api.buy({ amount: 20_000, method: 'ach_bank_account' })
  await postForm(
    bank.page,
    new URLSearchParams({ do: 'pay', routing: '110000000', account: '000123456789', name: 'Ann' }),
  )
  for (const { orderId } of [step, slow, bank])
    await expect.poll(() => stateOf(api, orderId), done).toBe('done')
  expect(await chain().getBalance({ address: step.wallet })).toBe(
    parseUnits((await api.order(step.orderId)).purchase.amount, 18),
  )
})

test('an order fails after a declined card, three wrong codes or a cancelled payment, and then accepts no payment', {
  timeout: 60_000,
}, async () => {
  const api = await startOnramp()
  const declined = await api.buy()
  await postForm(declined.page, cardForm(cards.declined))
  const wrong = await api.buy()
  await postForm(wrong.page, cardForm(cards.step))
  for (const code of ['1', '2', '3'])
    await postForm(`${wrong.page}/confirm`, new URLSearchParams({ code }))
  const cancelled = await api.buy()
  await postForm(cancelled.page, new URLSearchParams({ do: 'cancel' }))
  for (const [{ orderId, page }, reason] of [
    [declined, 'declined'],
    [wrong, 'declined'],
    [cancelled, 'cancelled'],
  ] as const) {
    await expect
      .poll(async () => api.order(orderId), done)
      .toMatchObject({ state: 'failed', reason })
    await postForm(page, cardForm(cards.good))
    expect(await (await fetch(page)).text()).toContain('Nothing was charged')
    expect(await stateOf(api, orderId)).toBe('failed')
  }
})

test('a form from a page of another origin is refused, and the order stays unchanged', {
  timeout: 60_000,
}, async () => {
  const api = await startOnramp()
  const { orderId, page } = await api.buy()
  for (const origin of [
    'https://shop.example',
    'null',
    new URL(page).origin.replace('127.0.0.1', 'other.localhost'),
    `${new URL(page).origin}.evil.example`,
  ]) {
    for (const path of ['', '/confirm'])
      expect(
        (await postForm(`${page}${path}`, cardForm(cards.good), { origin })).status,
        origin,
      ).toBe(403)
    expect((await postForm(page, new URLSearchParams({ do: 'cancel' }), { origin })).status).toBe(
      403,
    )
  }
  expect(await stateOf(api, orderId)).toBe('waiting')
  expect(
    (await postForm(page, cardForm(cards.good), { origin: new URL(page).origin })).status,
  ).toBe(303)
  await expect.poll(() => stateOf(api, orderId), done).toBe('done')
})

test('an unpaid order expires with its page, and a payment at the last moment is accepted', {
  timeout: 60_000,
}, async () => {
  let ahead = 0
  const api = await startOnramp({ clock: { now: () => Date.now() + ahead } })
  const [late, inTime] = [await api.buy(), await api.buy()]
  ahead = 30 * 60_000 - 5_000
  await postForm(inTime.page, cardForm(cards.slow))
  ahead = 31 * 60_000
  expect(await stateOf(api, late.orderId)).toBe('expired')
  await postForm(late.page, cardForm(cards.good))
  expect(await (await fetch(late.page)).text()).toContain('This order has expired')
  await expect.poll(() => stateOf(api, inTime.orderId), done).toBe('done')
  expect(await stateOf(api, late.orderId)).toBe('expired')
})

test('the checkout links back only to the sites that the operator allows for the project, and to the visitor’s own machine', {
  timeout: 60_000,
}, async () => {
  const api = await startOnramp(
    {},
    {
      returns: {
        shop: ['https://shop.example', 'https://shop.example:8443'],
        club: ['https://club.example'],
        '*': ['https://all.example'],
      },
    },
  )
  const wayBack = async (redirectUrl: string, projectId?: string) => {
    const { sessionData } = await api.sessionFor({ redirectUrl })
    const answer = await api.request('onramp/widget', {
      ...(projectId !== undefined && { projectId }),
      sessionData,
    })
    if (answer.status !== 200) return reasonOf(answer)
    const page = (answer.body as { widgetUrl: string }).widgetUrl.replace(
      'checkout.localhost',
      '127.0.0.1',
    )
    await postForm(page, cardForm(cards.good))
    return /<meta http-equiv="refresh" content="0;url=([^"]*)"/.exec(
      await (await fetch(page)).text(),
    )?.[1]
  }
  for (const [url, projectId] of [
    ['https://shop.example/a?b#c', 'shop'],
    ['https://shop.example:8443/', 'shop'],
    ['https://club.example/', 'club'],
    ['https://all.example/', 'shop'],
    ['https://all.example/', undefined],
    ['http://localhost:3000/buy', 'shop'],
    ['http://127.0.0.1:5173/', undefined],
  ] as const)
    expect(await wayBack(url, projectId), url).toBe(url)
  for (const [url, projectId] of [
    ['https://evil.example/', 'shop'],
    ['https://shop.example/', 'club'],
    ['https://shop.example/', undefined],
    ['https://shop.example/', '__proto__'],
    ['https://shop.example.evil.example/', 'shop'],
    ['https://evil-shop.example/', 'shop'],
    ['https://shop.example:444/', 'shop'],
    ['https://www.shop.example/', 'shop'],
    ['https://shop.example@evil.example/', 'shop'],
    ['https://localhost.evil.example/', 'shop'],
    ['https://127.0.0.1.evil.example/', 'shop'],
  ] as const)
    expect(await wayBack(url, projectId), `${url} ${projectId}`).toEqual([400, 'redirectUrl'])
  const unnamed = await startOnramp()
  const { page } = await unnamed.buy({ redirectUrl: 'https://evil.example/' })
  await postForm(page, cardForm(cards.good))
  const html = await (await fetch(page)).text()
  expect(html).not.toContain('evil.example')
  expect(html).not.toContain('http-equiv="refresh"')
})

test('an order needs a valid offer of this API, and one key begins one order', async () => {
  let ahead = 0
  const api = await startOnramp({ clock: { now: () => Date.now() + ahead } })
  const session = await api.sessionFor()
  const changed = (changes: object) =>
    api
      .request('onramp/widget', {
        sessionData: { ...session.sessionData, idempotencyKey: undefined, ...changes },
      })
      .then(reasonOf)
  expect(
    await Promise.all(
      [
        { quoteId: undefined },
        { quoteId: 'made up' },
        { quoteId: `${session.sessionData.quoteId}x` },
        { sourceAmount: 49 },
        { sourceCurrencyCode: 'EUR' },
        { destinationCurrencyCode: 'ETH' },
        { chainId: 'eip155:31338' },
        { paymentMethodType: 'ach_bank_account' },
        { serviceProvider: 'coinbase' },
        { walletAddress: 'bc1q' },
        { walletAddress: `0x${'0'.repeat(40)}` },
        { walletAddress: treasury.address },
        { walletAddress: tokenOf('USDC') },
        { walletAddress: '0xF39fd6e51aad88F6F4ce6aB8827279cffFb92266' },
        { redirectUrl: 'javascript:alert(1)' },
        { redirectUrl: 'http://shop.example' },
        { redirectUrl: 'https://user@shop.example' },
        { redirectUrl: `https://shop.example/${'x'.repeat(2_048)}` },
        { idempotencyKey: 'short' },
      ].map(changed),
    ),
  ).toEqual([
    ...Array.from({ length: 8 }, () => [400, 'quoteId']),
    [400, 'provider'],
    ...Array.from({ length: 5 }, () => [400, 'walletAddress']),
    ...Array.from({ length: 4 }, () => [400, 'redirectUrl']),
    [400, 'sessionData'],
  ])
  const [first, second] = await Promise.all([api.begin(session), api.begin(session)])
  expect(second).toEqual(first)
  expect(
    reasonOf(
      await api.request('onramp/widget', {
        sessionData: { ...session.sessionData, walletAddress: newWallet() },
      }),
    ),
  ).toEqual([400, 'idempotencyKey'])
  ahead = 121_000
  expect(await changed({})).toEqual([400, 'quoteId'])
  expect(await api.begin(session)).toEqual(first) // the order was begun before the offer expired
  expect(reasonOf(await api.request(`onramp/orders/${'0'.repeat(32)}`))).toEqual([404, 'orderId'])
})

test('a request for an offer with any amount or currency gets a price for that amount, or an error', {
  timeout: 60_000,
}, async () => {
  const api = await startOnramp({ rateLimit: false })
  // Amounts as JSON texts, including numbers that no program can represent.
  const amounts = fc.oneof(
    fc.constantFrom(
      '1e309',
      '-1e309',
      '-50',
      '0',
      '-0',
      '1e-7',
      '5e1',
      '50.001',
      '99999999999999999999',
      '"50"',
      '"١٠٠"',
      '"1e3"',
      '"0x32"',
      '"50 "',
      '"NaN"',
      'null',
      '[50]',
      '{}',
      'true',
    ),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
    fc.string().map((text) => JSON.stringify(text)),
  )
  const words = fc
    .oneof(
      fc.constantFrom(
        'USD',
        'USDC',
        'ETH',
        '__proto__',
        'usd',
        'USD\u200b',
        '',
        '../x',
        "' or 1=1",
      ),
      fc.string({ maxLength: 70 }),
    )
    .map((text) => JSON.stringify(text))
  await fc.assert(
    fc.asyncProperty(
      fc.oneof({ weight: 3, arbitrary: fc.constant('"USD"') }, words),
      fc.oneof({ weight: 3, arbitrary: fc.constant('"USDC"') }, words),
      amounts,
      async (currency, symbol, amount) => {
        const multi = await api.request(
          'onramp/multi/quotes',
          `{"sourceAmount":${amount},"sourceCurrencyCode":${currency},"destinationCurrencyCode":${symbol}}`,
        )
        const single = await api.request(
          'onramp/quote',
          `{"amount":${amount},"network":${symbol},"purchaseCurrency":{"id":"a","name":"a","symbol":"a","networks":[]},"paymentCurrency":{"id":${currency},"payment_method_limits":[]}}`,
        )
        const begun = await api.request(
          'onramp/widget',
          `{"sessionData":{"serviceProvider":"sandbox","sourceAmount":${amount},"sourceCurrencyCode":${currency},"destinationCurrencyCode":${symbol},"walletAddress":"${newWallet()}","quoteId":${symbol}}}`,
        )
        expect([200, 400]).toContain(multi.status)
        expect([200, 400]).toContain(single.status)
        expect(begun.status).toBe(400) // the offer was made for another account
        if (multi.status !== 200) return
        const cents = Number(JSON.parse(amount))
        expect([cents >= 10 && cents <= 25_000, currency]).toEqual([
          true,
          expect.stringMatching(/"(USD|EUR)"/),
        ])
        for (const quote of v.parse(onrampMultiQuotes.answer, multi.body))
          expect([
            quote.sourceAmount,
            quote.destinationAmount > 0,
            (quote.totalFee ?? NaN) < cents,
          ]).toEqual([cents, true, true])
      },
    ),
    { numRuns: 60 },
  )
})

test('a guessed order id, a changed key and a forged message change no order and reveal no data', {
  timeout: 60_000,
}, async () => {
  const api = await startOnramp({ rateLimit: false })
  const { orderId, wallet } = await api.buy()
  const key = deriveKey(secret, 'webhooks')
  const changed = (text: string) =>
    fc
      .nat(text.length - 1)
      .map((at) => `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`)
  const ids = fc
    .oneof(
      changed(orderId),
      fc.string(),
      fc.constantFrom(
        '',
        '%',
        '*',
        `${orderId} `,
        `${orderId}%00`,
        orderId.slice(0, -1),
        orderId.toLowerCase(),
        '../orders',
      ),
    )
    .filter((id) => id !== orderId)
  const right = (body: Buffer) => signMessage(key, body, Date.now())
  await fc.assert(
    fc.asyncProperty(
      ids,
      fc.constantFrom('paying', 'paid', 'failed'),
      fc.nat(200),
      async (id, type, at) => {
        expect([400, 404]).toContain(
          (await api.request(`onramp/orders/${encodeURIComponent(id)}`)).status,
        )
        const list = await api.request(
          `account/${wallet}/history?onramp=sandbox&orders=${encodeURIComponent(id)}`,
        )
        if (list.status === 200) expect(list.body).toEqual({ data: [], next: null })
        const body = Buffer.from(JSON.stringify({ id: 'event', orderId, type }))
        const signature = right(body)
        const forged = `${signature.slice(0, at % signature.length)}${signature[at % signature.length] === '0' ? '1' : '0'}${signature.slice((at % signature.length) + 1)}`
        for (const sent of [
          forged,
          right(Buffer.from(`${body} `)),
          signature.replace('v1', 'v0'),
          `${signature},${signature}`,
        ])
          expect(
            (
              await fetch(`${api.url}/v1/onramp/webhooks/sandbox`, {
                method: 'POST',
                body,
                headers: { [signatureHeader]: sent },
              })
            ).status,
          ).toBe(401)
      },
    ),
    { numRuns: 30 },
  )
  expect(await stateOf(api, orderId)).toBe('waiting')
})

test('a client that began the maximum number of orders gets status 429', async () => {
  const api = await startOnramp({
    limits: { loopDelay: false, orders: { max: 3, refill: 1, everySeconds: 60 } },
  })
  const session = await api.sessionFor()
  for (let index = 0; index < 3; index++) await api.buy()
  const refused = await api.request('onramp/widget', session)
  expect(reasonOf(refused)).toEqual([429, 'rate_limited'])
})

test('a message is accepted once, only from the checkout, and only if the order can change that way', async () => {
  const api = await startOnramp()
  const key = deriveKey(secret, 'webhooks')
  const { orderId } = await api.buy()
  const post = async (
    event: object | string,
    {
      signed = key,
      at = Date.now(),
      provider = 'sandbox',
    }: { signed?: Uint8Array; at?: number; provider?: string } = {},
  ) => {
    const body = Buffer.from(typeof event === 'string' ? event : JSON.stringify(event))
    const response = await fetch(`${api.url}/v1/onramp/webhooks/${provider}`, {
      method: 'POST',
      body,
      headers: { [signatureHeader]: signMessage(signed, body, at) },
    })
    // the answer comes from our own API
    const answer = (await response.json()) as { taken?: string; reasons?: { field: string }[] }
    return [response.status, answer.taken ?? answer.reasons?.[0]?.field]
  }
  expect(
    await post({ id: 'a', orderId, type: 'paid' }, { signed: createHmac('sha256', 'x').digest() }),
  ).toEqual([401, 'signature'])
  expect(await post({ id: 'a', orderId, type: 'paid' }, { at: Date.now() - 301_000 })).toEqual([
    401,
    'signature',
  ])
  expect(
    (await fetch(`${api.url}/v1/onramp/webhooks/sandbox`, { method: 'POST', body: '{}' })).status,
  ).toBe(401)
  expect(
    await Promise.all([
      post({ id: 'a', orderId: 'none', type: 'paid' }),
      post('nonsense'),
      post({ id: 'a', orderId, type: 'done' }),
      post({ id: 'a', orderId, type: 'paid' }, { provider: 'coinbase' }),
      post('x'.repeat(70_000)),
    ]),
  ).toEqual([
    [404, 'orderId'],
    [400, ''],
    [400, ''],
    [404, 'provider'],
    [413, ''],
  ])
  expect(await stateOf(api, orderId)).toBe('waiting')
  expect(await post({ id: 'a', orderId, type: 'failed', reason: 'declined' })).toEqual([
    200,
    'moved',
  ])
  expect(await post({ id: 'a', orderId, type: 'failed', reason: 'cancelled' })).toEqual([
    200,
    'repeated',
  ])
  expect(await post({ id: 'b', orderId, type: 'paid' })).toEqual([200, 'refused'])
  expect(await api.order(orderId)).toMatchObject({ state: 'failed', reason: 'declined' })
})

test('the history has arrived purchases for every client, and other purchases only for a client that sends their ids', {
  timeout: 60_000,
}, async () => {
  const api = await startOnramp({
    chains: configs().map((chain) => ({ ...chain, index: { startBlock: 0, pollEvery: 100 } })),
  })
  const wallet = newWallet()
  const [arrived, failed, open] = [
    await api.buy({ wallet }),
    await api.buy({ wallet }),
    await api.buy({ wallet }),
  ]
  await postForm(arrived.page, cardForm(cards.good))
  await postForm(failed.page, cardForm(cards.declined))
  await expect.poll(() => stateOf(api, arrived.orderId), done).toBe('done')
  await expect.poll(() => stateOf(api, failed.orderId), done).toBe('failed')
  const list = async (query = '') =>
    v.parse(
      accountHistory.answer,
      (await api.request(`account/${wallet}/history?onramp=sandbox${query}`)).body,
    )
  const { hash, purchase } = await api.order(arrived.orderId)
  const foreignList = await list()
  expect(foreignList).toMatchObject({
    next: null,
    data: [
      {
        id: `eip155:31337:${hash}`,
        metadata: {
          operationType: 'buy',
          status: 'ONRAMP_TRANSACTION_STATUS_SUCCESS',
          sentFrom: 'Sandbox',
          nonce: 1,
          hash,
          chain: 'eip155:31337',
        },
        transfers: [{ direction: 'in', value: null, quantity: { numeric: purchase.amount } }],
      },
    ],
  })
  expect(foreignList.data).toHaveLength(1)
  expect(JSON.stringify(foreignList)).not.toContain(arrived.orderId)
  // The public history shows that arrived tokens were bought, and nothing else about purchases.
  const entries = async () =>
    v
      .parse(
        accountHistory.answer,
        (await api.request(`account/${wallet}/history?chainId=31337`)).body,
      )
      .data.map(({ metadata }) => [
        metadata.operationType,
        metadata.hash,
        metadata.application?.name,
      ])
  await expect.poll(entries, done).toEqual([['buy', hash, 'Sandbox']])
  const owner = await list(
    `&orders=${[arrived, failed, open].map(({ orderId }) => orderId).join(',')}&chainId=31337`,
  )
  expect(
    owner.data
      .map(({ id, metadata: { status } }) => [id, status.replace('ONRAMP_TRANSACTION_STATUS_', '')])
      .toSorted(),
  ).toEqual(
    [
      [arrived.orderId, 'SUCCESS'],
      [failed.orderId, 'FAILED'],
      [open.orderId, 'IN_PROGRESS'],
    ].toSorted(),
  )
  expect(owner.data.map(({ metadata }) => metadata.minedAt)).toEqual(
    owner.data
      .map(({ metadata }) => metadata.minedAt)
      .toSorted()
      .toReversed(),
  )
  const other = await api.request(
    `account/${newWallet()}/history?onramp=sandbox&orders=${open.orderId}`,
  )
  expect(other.body).toEqual({ data: [], next: null })
  expect(reasonOf(await api.request(`account/${wallet}/history?onramp=coinbase`))).toEqual([
    400,
    'onramp',
  ])
})

test('without a provider the API sells no tokens, and a company with a key is offered by its page', async () => {
  const none = await startOnramp({ onramp: {} })
  for (const answer of [
    await none.request('onramp/options'),
    await none.request('onramp/multi/quotes', {
      sourceAmount: 50,
      sourceCurrencyCode: 'USD',
      destinationCurrencyCode: 'ETH',
    }),
  ])
    expect(reasonOf(answer)).toEqual([404, ''])
  expect((await none.request('onramp/providers')).body).toEqual([])
  const wallets = {
    destinationWallets: [{ address: '0xAbC', blockchains: ['ethereum', 'base'], assets: ['USDC'] }],
  }
  expect((await none.request('generators/onrampurl', wallets)).status).toBe(500)
  const both = await startOnramp({
    onramp: { coinbase: { appId: 'app 1' }, meld: { publicKey: 'key&1' } },
  })
  expect((await both.request('onramp/providers')).body).toMatchObject([
    { serviceProvider: 'coinbase' },
    { serviceProvider: 'meld', websiteUrl: 'https://meldcrypto.com' },
  ])
  const { url } = (
    await both.request('generators/onrampurl?projectId=p', {
      ...wallets,
      partnerUserId: '0xAbC',
      defaultNetwork: 'base',
      presetCryptoAmount: 0.5,
      presetFiatAmount: 50,
      defaultExperience: 'buy',
      handlingRequestedUrls: false,
    })
  ).body as { url: string }
  expect([
    new URL(url).origin,
    new URL(url).pathname,
    Object.fromEntries(new URL(url).searchParams),
  ]).toEqual([
    'https://pay.coinbase.com',
    '/buy/select-asset',
    {
      appId: 'app 1',
      destinationWallets: JSON.stringify(wallets.destinationWallets),
      partnerUserId: '0xAbC',
      defaultNetwork: 'base',
      presetCryptoAmount: '0.5',
      presetFiatAmount: '50',
      defaultExperience: 'buy',
      handlingRequestedUrls: 'false',
    },
  ])
  for (const body of [
    {},
    { destinationWallets: [] },
    { destinationWallets: [{}] },
    { ...wallets, defaultExperience: 'steal' },
    { ...wallets, presetFiatAmount: -1 },
  ])
    expect((await both.request('generators/onrampurl', body)).status).toBe(400)
  const widget = async (changes: object) =>
    both.request('onramp/widget', {
      projectId: 'p 1',
      sessionData: {
        serviceProvider: 'meld',
        sourceAmount: 50,
        sourceCurrencyCode: 'USD',
        destinationCurrencyCode: 'USDC',
        walletAddress: '0xAbC',
        ...changes,
      },
    })
  const pageOf = async (changes: object) =>
    Object.fromEntries(
      new URL(((await widget(changes)).body as { widgetUrl: string }).widgetUrl).searchParams,
    )
  expect(await pageOf({})).toEqual({
    publicKey: 'key&1',
    destinationCurrencyCode: 'USDC',
    walletAddress: '0xAbC',
    externalCustomerId: 'p 1',
  })
  expect(
    await pageOf({
      walletAddress: '9xQe',
      destinationCurrencyCode: 'SOL',
      chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    }),
  ).toMatchObject({ destinationCurrencyCode: 'SOL', walletAddress: '9xQe' })
  expect(reasonOf(await widget({ chainId: 'bip122:000000000019d6689c085ae165831e93' }))).toEqual([
    400,
    'chainId',
  ])
  expect(await pageOf({ serviceProvider: 'coinbase', chainId: 'eip155:8453' })).toMatchObject({
    appId: 'app 1',
    defaultNetwork: 'base',
    destinationWallets: '[{"address":"0xAbC","blockchains":["base"],"assets":["USDC"]}]',
  })
  expect(reasonOf(await widget({ serviceProvider: 'coinbase', chainId: 'eip155:56' }))).toEqual([
    400,
    'chainId',
  ])
})
