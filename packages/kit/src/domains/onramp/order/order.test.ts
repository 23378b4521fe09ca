import { orderStates } from '@latchkey/protocol/onramp'
import type { OnrampOrder } from '@latchkey/protocol/onramp'
import fc from 'fast-check'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { startTestPage } from '../../../chains/evm/startTestPage.ts'
import { reasonOf, startTestKit } from '../../../session/startTestKit.ts'
import { isFinished } from '../../../core/contracts/order.ts'
import type { Order } from '../../../core/contracts/order.ts'
import { getOnrampQuotes } from '../quotes.lazy.ts'
import { orderUpdate, other, request, self, startTestOnramp, usdc } from '../startTestOnramp.ts'
import { namesOtherAddress } from './namesOtherAddress.ts'
import { ordersOf, restoreOrders } from './orders.ts'
import { readOrderUpdate } from './readOrderUpdate.ts'
import { resumeOrders } from './resumeOrders.lazy.ts'
import { startOrder } from './startOrder.lazy.ts'
import { checkAgain, watchOrder } from './watchOrder.lazy.ts'
import type { OrderProblem, PageVisibility } from './watchOrder.lazy.ts'
import { contextOf } from '../../../core/kit/context.ts'
import type { OnrampQuote } from '../estimate.ts'

beforeEach(() => void startTestPage())

const hash = `0x${'7'.repeat(64)}`
const key = '@latchkey/onramp-orders'

/** A kit, and an offer that it has received. */
async function startWithOffer(changes: Parameters<typeof startTestOnramp>[0] = {}) {
  const started = await startTestOnramp(changes)
  const {
    quotes: [quote],
  } = await getOnrampQuotes(started.kit, request)
  if (!quote) throw new Error('no offer')
  return { ...started, quote }
}

/** A document whose visibility the test sets. */
function startVisibility() {
  const target = new EventTarget()
  const visibility = {
    visibilityState: 'visible' as DocumentVisibilityState,
    addEventListener: target.addEventListener.bind(target),
    removeEventListener: target.removeEventListener.bind(target),
  }
  const show = (state: DocumentVisibilityState) => {
    visibility.visibilityState = state
    target.dispatchEvent(new Event('visibilitychange'))
  }
  // the cast: an event target takes the same listeners as a document
  return { visibility: visibility as PageVisibility, show }
}

/**
 * A kit that follows an order. `next` moves the clock until the kit has requested the order once
 * more.
 */
async function startFollowed(state: Partial<OnrampOrder> = {}) {
  const started = await startWithOffer()
  const { kit, clock, answers, server, quote } = started
  const order = await startOrder(kit, { quote })
  const seen: Order[] = []
  const problems: (OrderProblem | undefined)[] = []
  const page = startVisibility()
  const stop = watchOrder(
    kit,
    {
      id: order.id,
      onChange: (next) => void seen.push(next),
      onTrouble: (problem) => void problems.push(problem),
    },
    page.visibility,
  )
  onTestFinished(stop)
  const looks = () => server.requests.filter(({ url }) => url.pathname.includes('/orders/')).length
  const next = async (changes?: Partial<OnrampOrder> | number) => {
    if (typeof changes === 'number') answers['/onramp/orders/'] = changes
    else if (changes) answers['/onramp/orders/'] = { ...orderUpdate, ...state, ...changes }
    const [before, waits] = [looks(), clock.waits.length]
    clock.advance(4_000)
    await expect.poll(looks).toBe(before + 1)
    await expect
      .poll(
        () => clock.waits.length > waits + 1 || problems.at(-1) === 'slow' || seen.some(isFinished),
      )
      .toBe(true) // the kit has set the time limit of the request, and the next pause
  }
  return {
    ...started,
    ...page,
    order,
    seen,
    problems,
    stop,
    looks,
    next,
    now: () => ordersOf(kit, self)[0],
  }
}

test('an order has the data of the offer and the account, and is stored', async () => {
  const { kit, requestsOf, quote, storage } = await startWithOffer()
  const order = await startOrder(kit, { quote })
  expect(order).toMatchObject({
    orderId: 'order-1',
    url: 'https://pay.example.org/1',
    provider: { id: 'sandbox', name: 'Sandbox' },
    address: self,
    payment: { amount: '100', currency: 'USD' },
    purchase: { amount: '98', symbol: 'USDC', token: usdc },
    state: 'waiting',
  })
  expect(requestsOf('/widget')).toEqual([
    {
      sessionData: {
        serviceProvider: 'sandbox',
        sourceAmount: 100,
        sourceCurrencyCode: 'USD',
        destinationCurrencyCode: 'USDC',
        chainId: 'eip155:31337',
        walletAddress: self,
        paymentMethodType: 'card',
        quoteId: 'offer-1',
        idempotencyKey: order.id,
      },
    },
  ])
  expect(kit.getState().orders).toEqual([order])
  expect(ordersOf(kit, self.toLowerCase())).toEqual([order])
  expect(ordersOf(kit, other)).toEqual([])
  expect(storage.getItem(key)).toContain('order-1')
})

test('the same offer, accepted again after a lost answer, keeps its order key', async () => {
  const { kit, requestsOf, answers, quote } = await startWithOffer({ '/onramp/widget': 400 })
  expect(await reasonOf(startOrder(kit, { quote }))).toMatchObject({
    code: 'httpFailed',
    status: 400,
  })
  answers['/onramp/widget'] = { widgetUrl: 'https://pay.example.org/1', orderId: 'order-1' }
  await startOrder(kit, { quote })
  await startOrder(kit, { quote })
  expect(
    new Set(requestsOf('/widget').map((body) => body?.sessionData?.['idempotencyKey'])).size,
  ).toBe(1)
  expect(kit.getState().orders).toHaveLength(1)
})

test.for([
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'blob:https://pay.example.org/1',
  'https://user:pass@pay.example.org/',
  ' https://pay.example.org',
  'http://pay.example.org/',
  `https://pay.example.org/${other}/`,
  'https://pay.example.org\\@evil.example/',
  `https://pay.example.org/?to=${other}`,
  `https://pay.example.org/#${other}`,
  `https://pay.example.org/?d=${encodeURIComponent(JSON.stringify([{ address: other }]))}`,
])('the provider’s page %s is refused', async (widgetUrl) => {
  const { kit, quote } = await startWithOffer({
    '/onramp/widget': { widgetUrl, orderId: 'order-1' },
  })
  expect(await reasonOf(startOrder(kit, { quote }))).toMatchObject({ code: 'answerInvalid' })
  expect(kit.getState().orders ?? []).toEqual([])
})

test('the URL of a provider’s page may contain the account’s address, but not another address', () => {
  const account = { address: self, namespace: 'eip155' } as const
  expect(
    namesOtherAddress(
      `https://pay.example.org/?token=${usdc}&wallet=${self.toLowerCase()}`,
      account,
    ),
  ).toBe(false)
  expect(namesOtherAddress('https://pay.example.org/', account)).toBe(false)
  expect(namesOtherAddress(`https://pay.example.org/${other}`, account)).toBe(true)
})

test('an impossible order is refused before a request to the API', async () => {
  const { kit, requestsOf, clock, quote } = await startWithOffer()
  const tries: readonly (readonly [Partial<OnrampQuote>, object])[] = [
    [{ isEstimate: true }, { code: 'actionNotAllowed' }],
    [{ expiresAt: clock.now() }, { code: 'actionNotAllowed', details: 'The offer has expired.' }],
    [
      { payment: { amount: '7500.01', currency: 'USD' } },
      { code: 'actionNotAllowed', details: 'tooMuch: 7500.00 USD' },
    ],
    [
      { purchase: { ...quote.purchase, networkId: 'eip155:999' as never } },
      { code: 'networkNotFound' },
    ], // the offer is for a network that the site does not have
  ]
  for (const [change, reason] of tries)
    expect(await reasonOf(startOrder(kit, { quote: { ...quote, ...change } }))).toMatchObject(
      reason,
    )
  await kit.disconnect()
  expect(await reasonOf(startOrder(kit, { quote }))).toMatchObject({ code: 'addressMissing' })
  expect(requestsOf('/widget')).toEqual([])
})

test('an order is followed every 4 s; its end invalidates balances and history', async () => {
  const { kit, next, now, seen, looks, clock } = await startFollowed()
  const { client } = await contextOf(kit).queries()
  const keys = [
    ['balances', `eip155:31337:${self}`, 'usd'],
    ['history', `eip155:31337:${self}`],
  ]
  for (const queryKey of keys) client.setQueryData(queryKey, [])
  await next()
  expect(now()?.state).toBe('waiting')
  for (const state of ['paying', 'paid'] as const) {
    await next({ state })
    expect(now()?.state).toBe(state)
  }
  await next({ state: 'waiting' }) // an old state that arrives late
  expect(now()?.state).toBe('paid')
  await next({ state: 'sending', hash })
  expect(keys.map((queryKey) => client.getQueryState(queryKey)?.isInvalidated)).toEqual([
    false,
    false,
  ])
  await next({ state: 'done', hash })
  expect(now()).toMatchObject({ state: 'done', hash, purchase: { amount: '97.9', token: usdc } })
  await expect
    .poll(() => keys.map((queryKey) => client.getQueryState(queryKey)?.isInvalidated))
    .toEqual([true, true])
  expect(seen.map(({ state }) => state)).toEqual(['paying', 'paid', 'sending', 'done'])
  const requestsOf = looks()
  clock.advance(60_000)
  expect(looks()).toBe(requestsOf)
})

test('an outage is reported and tried again; after three minutes without news only the visitor can retry', async () => {
  const { kit, next, problems, looks, clock, order, now } = await startFollowed()
  await next(503)
  expect(problems).toEqual([undefined, 'unreachable'].filter(Boolean))
  await next({})
  expect(problems.at(-1)).toBeUndefined()
  for (let at = looks(); at < 45; at += 1) await next()
  expect(problems.at(-1)).toBe('slow')
  const requestsOf = looks()
  clock.advance(600_000)
  expect(looks()).toBe(requestsOf)
  checkAgain(kit, order.id)
  await expect.poll(looks).toBe(requestsOf + 1)
  expect(problems.at(-1)).toBeUndefined()
  await next({ state: 'paid' })
  expect(now()?.state).toBe('paid')
})

test('a hidden page requests nothing; when shown again, it requests at once', async () => {
  const { next, show, looks, clock } = await startFollowed()
  await next()
  show('hidden')
  clock.advance(4_000)
  const requestsOf = looks()
  clock.advance(60_000)
  expect(looks()).toBe(requestsOf)
  show('visible')
  await expect.poll(looks).toBe(requestsOf + 1)
})

test('after a disconnect the order is removed and not requested again', async () => {
  const { kit, next, looks, clock, storage } = await startFollowed()
  await next()
  await kit.disconnect()
  expect([kit.getState().orders, storage.getItem(key)]).toEqual([undefined, null])
  clock.advance(4_000)
  await Promise.resolve()
  const requestsOf = looks()
  clock.advance(60_000)
  expect(looks()).toBe(requestsOf)
  expect(storage.getItem(key)).toBeNull()
})

const base: Order = {
  id: '1',
  orderId: 'order-1',
  provider: { id: 'sandbox', name: 'Sandbox' },
  networkId: 'eip155:31337' as never,
  address: self,
  payment: { amount: '100', currency: 'USD' },
  purchase: { amount: '98', symbol: 'USDC' },
  state: 'waiting',
  startedAt: 0,
  updatedAt: 0,
} // the cast: the text is a valid network id

test('an update for another order, account, network, payment or amount is rejected', () => {
  const lies: readonly Partial<OnrampOrder>[] = [
    { orderId: 'order-2' },
    { walletAddress: other },
    { chainId: 'eip155:1' },
    { payment: { amount: '99', currency: 'USD' } },
    { payment: { amount: '100', currency: 'EUR' } },
    { purchase: { amount: '98', currency: 'ETH' } },
    { purchase: { amount: '9'.repeat(36), currency: 'USDC' } },
    { purchase: { amount: '0', currency: 'USDC' } },
    { purchase: { amount: '1', currency: 'USDC' } },
    { hash: 'javascript:alert(1)' },
    { hash: '0x12' },
  ]
  for (const lie of lies)
    expect(() => readOrderUpdate(base, { ...orderUpdate, state: 'done', ...lie })).toThrow(
      expect.objectContaining({ code: 'answerInvalid' }),
    )
  expect(readOrderUpdate(base, orderUpdate)).toBe(base)
})

test('with updates in any order, a state never goes back and a final state stays', () => {
  expect(
    readOrderUpdate({ ...base, state: 'done' }, { ...orderUpdate, state: 'failed' }).state,
  ).toBe('done')
  fc.assert(
    fc.property(
      fc.array(
        fc.record({ state: fc.constantFrom(...orderStates), hash: fc.constantFrom(hash, null) }),
      ),
      (all) => {
        let order = base
        for (const one of all) {
          const next = readOrderUpdate(order, { ...orderUpdate, ...one })
          if (isFinished(order)) expect(next).toBe(order)
          else if (next !== order)
            expect(orderStates.indexOf(next.state)).toBeGreaterThanOrEqual(
              orderStates.indexOf(order.state),
            )
          order = next
        }
      },
    ),
  )
})

test('any stored data gives only valid orders', () => {
  const { kit, storage } = startTestKit()
  const broken = fc.record({
    id: fc.oneof(fc.constant('1'), fc.anything()),
    url: fc.oneof(fc.webUrl(), fc.constant('javascript:alert(1)'), fc.anything()),
    state: fc.oneof(fc.constantFrom(...orderStates), fc.constant('__proto__'), fc.anything()),
    payment: fc.oneof(fc.constant(base.payment), fc.anything()),
    startedAt: fc.oneof(fc.nat(), fc.double(), fc.anything()),
  })
  fc.assert(
    fc.property(fc.oneof(fc.array(broken), fc.anything()), (value) => {
      const json =
        JSON.stringify(
          Array.isArray(value)
            ? value.map((entry: unknown) =>
                typeof entry === 'object' ? { ...base, ...entry } : entry,
              )
            : value,
        ) ?? 'null'
      storage.setItem(key, json)
      for (const order of restoreOrders(kit)) {
        expect(orderStates).toContain(order.state)
        expect(order.url ?? 'https://').toMatch(/^https?:\/\//)
        expect(typeof order.id).toBe('string')
        expect(Number.isFinite(order.startedAt)).toBe(true)
      }
    }),
  )
  storage.setItem(key, JSON.stringify([base]))
  expect(restoreOrders(kit)).toEqual([base])
})

test('the next visit follows an open order and removes its mark `hasLeft`', async () => {
  const { kit, answers, clock, quote } = await startWithOffer()
  const order = await startOrder(kit, { quote, redirectUrl: 'https://shop.example.org/' })
  expect(order.hasLeft).toBe(true)
  answers['/onramp/orders/'] = { ...orderUpdate, state: 'paid' }
  onTestFinished(resumeOrders(kit))
  expect(ordersOf(kit, self)[0]?.hasLeft).toBeUndefined()
  clock.advance(0)
  await expect.poll(() => ordersOf(kit, self)[0]?.state).toBe('paid')
})
