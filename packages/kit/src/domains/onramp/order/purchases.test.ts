import type { HistoryEntry } from '@latchkey/protocol/history'
import type { NetworkId } from '@latchkey/protocol/caip'
import { orderStates } from '@latchkey/protocol/onramp'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { startTestPage } from '../../../chains/evm/startTestPage.ts'
import { reasonOf } from '../../../session/startTestKit.ts'
import type { Order } from '../../../core/contracts/order.ts'
import { joinPurchases } from './joinPurchases.ts'
import { getOnrampQuotes } from '../quotes.lazy.ts'
import { getPurchases } from './purchases.lazy.ts'
import type { Purchase } from './purchases.lazy.ts'
import { startOrder } from './startOrder.lazy.ts'
import { other, request, self, startTestOnramp } from '../startTestOnramp.ts'

beforeEach(() => void startTestPage())

const hashOf = (digit: number) => `0x${String(digit).repeat(64)}`
const network = 'eip155:31337' as unknown as NetworkId // a valid network id
const row = (
  id: string,
  {
    status = 'SUCCESS',
    day = 5,
    chain = 'eip155:31337',
    sentTo = self,
  }: { status?: string; day?: number; chain?: string; sentTo?: string } = {},
): HistoryEntry => ({
  id,
  metadata: {
    operationType: 'buy',
    hash: status === 'SUCCESS' ? hashOf(day) : '',
    minedAt: `2026-01-0${day}T10:00:00Z`,
    sentFrom: 'Sandbox',
    sentTo,
    status: `ONRAMP_TRANSACTION_STATUS_${status}`,
    nonce: 1,
    chain,
  },
  transfers: [
    { fungible_info: { symbol: 'USDC' }, direction: 'in', quantity: { numeric: '98.5' } },
  ],
})

test('the purchases of the account are listed, the newest first; the request has the order ids of this browser', async () => {
  const { kit, server, answers } = await startTestOnramp({
    '/history': {
      data: [
        row('a'),
        row('b', { day: 7 }),
        row('c', { chain: 'eip155:1' }),
        row('d', { sentTo: other }),
        row('e', { status: 'FAILED', day: 6 }),
      ],
      next: null,
    },
  })
  const {
    quotes: [quote],
  } = await getOnrampQuotes(kit, request)
  if (!quote) throw new Error('no offer')
  await startOrder(kit, { quote })
  expect(await getPurchases(kit)).toEqual({
    isPartial: false,
    purchases: (
      [
        ['b', 7, 'done'],
        ['e', 6, 'failed'],
        ['a', 5, 'done'],
      ] as const
    ).map(([id, day, state]) => ({
      id,
      state,
      at: Date.UTC(2026, 0, day, 10),
      networkId: 'eip155:31337',
      symbol: 'USDC',
      amount: '98.5',
      provider: { id: 'sandbox', name: 'Sandbox' },
      ...(state === 'done' && { hash: hashOf(day) }),
    })),
  })
  const historyRequests = server.requests.filter(({ url }) => url.pathname.endsWith('/history'))
  expect(
    historyRequests.map(({ url }) => [
      url.pathname,
      url.searchParams.get('onramp'),
      url.searchParams.get('orders'),
    ]),
  ).toEqual([[`/v1/account/${self}/history`, 'sandbox', 'order-1']])
  answers['/history'] = { data: [row('a')], next: 'more' }
  // the cursor leads to the same page again: the list counts as ended
  expect(await getPurchases(kit)).toMatchObject({ isPartial: false })
})

test('a provider without known purchases gives an empty list; a failed request rejects', async () => {
  const { kit, answers } = await startTestOnramp({
    '/history': { refusal: 'The purchases at this provider are not known here', field: 'onramp' },
  })
  expect(await getPurchases(kit)).toEqual({ purchases: [], isPartial: false })
  answers['/history'] = { refusal: 'projectId is missing', field: 'projectId' }
  expect(await reasonOf(getPurchases(kit))).toMatchObject({ code: 'httpFailed', status: 400 })
  answers['/history'] = 404
  expect(await reasonOf(getPurchases(kit))).toMatchObject({ code: 'httpFailed', status: 404 })
  answers['/history'] = { data: 'none' }
  expect(await reasonOf(getPurchases(kit))).toMatchObject({ code: 'answerInvalid' })
  await kit.disconnect()
  expect(await reasonOf(getPurchases(kit))).toMatchObject({ code: 'addressMissing' })
})

const order = (id: string, changes: Partial<Order> = {}): Order => ({
  id,
  orderId: `order-${id}`,
  provider: { id: 'sandbox', name: 'Sandbox' },
  networkId: network,
  address: self,
  payment: { amount: '100', currency: 'USD' },
  purchase: { symbol: 'USDC', amount: '98' },
  state: 'waiting',
  startedAt: Number(id) * 10,
  updatedAt: 0,
  ...changes,
})
const purchase = (id: string, changes: Partial<Purchase> = {}): Purchase => ({
  id,
  state: 'done',
  at: 15,
  networkId: network,
  symbol: 'USDC',
  amount: '98',
  provider: { id: 'sandbox', name: 'Sandbox' },
  ...changes,
})

test('each purchase is listed once, sorted by time, and a success that the API reports corrects an order', () => {
  const joined = joinPurchases(
    [order('3', { state: 'done', hash: hashOf(3) }), order('2'), order('1')],
    [
      purchase('x', { hash: hashOf(3).toUpperCase().replace('0X', '0x') }),
      purchase('order-2', { hash: hashOf(2) }),
      purchase('order-1', { state: 'failed' }),
      purchase('y', { at: 25 }),
    ],
  )
  expect(
    joined.map((purchase) =>
      'order' in purchase
        ? [purchase.order.id, purchase.order.state, purchase.order.hash]
        : purchase.purchase.id,
    ),
  ).toEqual([['3', 'done', hashOf(3)], 'y', ['2', 'done', hashOf(2)], ['1', 'expired', undefined]])
  const late = joinPurchases(
    [
      order('1', { state: 'expired' }),
      order('2', { state: 'failed' }),
      order('3', { state: 'done', hash: hashOf(3) }),
    ],
    [
      purchase('order-1', { hash: hashOf(1) }),
      purchase('order-2', { state: 'failed' }),
      purchase('order-3', { state: 'failed' }),
    ],
  )
  expect(
    late.map(
      (purchase) =>
        'order' in purchase && [purchase.order.id, purchase.order.state, purchase.order.hash],
    ),
  ).toEqual([
    ['3', 'done', hashOf(3)],
    ['2', 'failed', undefined],
    ['1', 'done', hashOf(1)],
  ])
  const orders = fc
    .uniqueArray(
      fc.record({
        id: fc.nat(6).map(String),
        state: fc.constantFrom(...orderStates),
        hash: fc.option(fc.nat(5).map(hashOf), { nil: undefined }),
      }),
      { selector: ({ id }) => id },
    )
    .map((all) => all.map(({ id, state, hash }) => order(id, { state, ...(hash && { hash }) })))
  const purchases = fc
    .uniqueArray(
      fc.record({
        id: fc.oneof(
          fc.nat(6).map((at) => `order-${at}`),
          fc.nat(6).map((at) => `other-${at}`),
        ),
        at: fc.nat(99),
        state: fc.constantFrom('done' as const, 'failed' as const, 'paying' as const),
      }),
      { selector: ({ id }) => id },
    )
    .map((all) => all.map(({ id, ...changes }) => purchase(id, changes)))
  fc.assert(
    fc.property(orders, purchases, (own, known) => {
      const all = joinPurchases(own, known)
      expect(all.map(({ at }) => at)).toEqual(all.map(({ at }) => at).toSorted((a, b) => b - a))
      expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
      expect(all.filter((entry) => 'order' in entry)).toHaveLength(own.length)
      for (const one of all)
        if ('purchase' in one)
          expect(own.map(({ orderId }) => orderId)).not.toContain(one.purchase.id)
      for (const one of all)
        if ('order' in one && own.find(({ id }) => id === one.id)?.state === 'done')
          expect(one.order.state).toBe('done')
    }),
  )
})
