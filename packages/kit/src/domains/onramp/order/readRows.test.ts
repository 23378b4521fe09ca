import type { HistoryEntry } from '@latchkey/protocol/history'
import type { NetworkId } from '@latchkey/protocol/caip'
import fc from 'fast-check'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { startTestPage } from '../../../chains/evm/startTestPage.ts'
import { isFinished } from '../../../core/contracts/order.ts'
import type { Order } from '../../../core/contracts/order.ts'
import { getOnrampQuotes } from '../quotes.lazy.ts'
import { other, request, self, startTestOnramp } from '../startTestOnramp.ts'
import { ordersOf, ranks } from './orders.ts'
import { readRows } from './readRows.ts'
import { startOrder } from './startOrder.lazy.ts'
import { watchOrder } from './watchOrder.lazy.ts'
import type { OrderProblem } from './watchOrder.lazy.ts'

beforeEach(() => void startTestPage())

const hash = `0x${'7'.repeat(64)}`
// the cast: the texts are valid network ids
const [here, there] = ['eip155:31337', 'eip155:1'] as unknown as [NetworkId, NetworkId]
const began = Date.UTC(2026, 0, 1)
const base: Order = {
  id: '1',
  provider: { id: 'coinbase', name: 'Coinbase' },
  networkId: here,
  address: self,
  payment: { amount: '100', currency: 'USD' },
  purchase: { symbol: 'USDC', token: '0x1' },
  state: 'waiting',
  startedAt: began,
  updatedAt: began,
}

type ProviderReport = {
  id?: string
  status?: string
  after?: number
  hash?: string
  chain?: string
  sentTo?: string
  symbol?: string
  amount?: string
  direction?: 'in' | 'out'
}
/** A row of the API's list. Its time is `after` milliseconds after the start of the purchase. */
const row = ({
  id = 'row',
  status = 'IN_PROGRESS',
  after = 1_000,
  hash: sent = '',
  chain = here,
  sentTo = self,
  symbol = 'USDC',
  amount = '98.5',
  direction = 'in',
}: ProviderReport = {}): HistoryEntry => ({
  id,
  metadata: {
    operationType: 'buy',
    hash: sent,
    minedAt: new Date(began + after).toISOString(),
    sentFrom: 'Coinbase',
    sentTo,
    status: `ONRAMP_TRANSACTION_STATUS_${status}`,
    nonce: 1,
    chain,
  },
  transfers: [{ fungible_info: { symbol }, direction, quantity: { numeric: amount } }],
})
const read = (
  entries: readonly HistoryEntry[],
  { order = base, others = [order] }: { order?: Order; others?: readonly Order[] } = {},
) => readRows(order, entries, { otherOrders: others, networkIds: [here, there] })

test('an order takes the newest transaction of its token since its start, and keeps it', () => {
  expect(read([])).toBe(base)
  const under = read([
    row({ id: 'new', after: 5_000 }),
    row({ id: 'old', after: -600_000, status: 'SUCCESS', hash }),
  ])
  expect(under).toMatchObject({
    state: 'paying',
    transactionId: 'new',
    purchase: { amount: '98.5', symbol: 'USDC', token: '0x1' },
  })
  expect(
    read(
      [
        row({ id: 'newer', after: 9_000 }),
        row({ id: 'new', status: 'SUCCESS', hash, amount: '98.4' }),
      ],
      { order: under },
    ),
  ).toMatchObject({ state: 'done', transactionId: 'new', hash, purchase: { amount: '98.4' } })
  expect(read([row({ id: 'new', status: 'FAILED' })], { order: under })).toMatchObject({
    state: 'failed',
    reason: 'provider',
  })
})

test('an unfinished transaction is used even if it is older than the order; a finished one is not', () => {
  expect(read([row({ after: -3_600_000 })]).state).toBe('paying')
  for (const status of ['SUCCESS', 'FAILED'])
    expect(read([row({ after: -3_600_000, status, hash })])).toBe(base)
  // a row may be a little older than the purchase, because clocks differ
  expect(read([row({ after: -100_000, status: 'SUCCESS', hash })]).state).toBe('done')
})

test('after a failed attempt the later success counts, also on another network of the site', () => {
  expect(
    read([
      row({ id: 'b', after: 5_000, status: 'FAILED' }),
      row({ id: 'a', status: 'SUCCESS', hash }),
    ]),
  ).toMatchObject({ state: 'done', transactionId: 'a' })
  const elsewhere = read([row({ chain: there, status: 'SUCCESS', hash })])
  expect(elsewhere).toMatchObject({ networkId: there, state: 'done' })
  expect(elsewhere.purchase.token).toBeUndefined()
})

test('for any rows, two orders take different valid transactions, and no state goes back', () => {
  const rows = fc.array(
    fc
      .record({
        id: fc.constantFrom('a', 'b', 'c', '', 'x\u202e'),
        status: fc.constantFrom('SUCCESS', 'IN_PROGRESS', 'FAILED', 'ELSE', '__proto__'),
        after: fc.integer({ min: -1e7, max: 1e7 }),
        hash: fc.constantFrom('', hash, 'javascript:alert(1)'),
        chain: fc.constantFrom<string>(here, there, 'eip155:5', 'nonsense'),
        sentTo: fc.constantFrom(self, self.toLowerCase(), other, ''),
        symbol: fc.constantFrom('USDC', 'ETH'),
        amount: fc.constantFrom('98.5', '0', '0.0', '1'),
        direction: fc.constantFrom('in' as const, 'out' as const),
      })
      .map(row),
    { maxLength: 6 },
  )
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(1), rows), { maxLength: 8 }), (looks) => {
      const orders: [Order, Order] = [base, { ...base, id: '2' }]
      for (const [at, providerRow] of looks) {
        const before = orders[at === 0 ? 0 : 1]
        const next = read(providerRow, { order: before, others: orders })
        orders[at === 0 ? 0 : 1] = next
        if (isFinished(before)) expect(next).toBe(before)
        expect(ranks[next.state]).toBeGreaterThanOrEqual(ranks[before.state])
        expect([
          next.address,
          next.purchase.symbol,
          [here, there].includes(next.networkId),
        ]).toEqual([self, 'USDC', true])
        if (next.hash !== undefined) expect(next.hash).toBe(hash)
        if (next !== before)
          expect(providerRow).toContainEqual(expect.objectContaining({ id: next.transactionId }))
      }
      const [one, two] = orders
      if (one.transactionId !== undefined) expect(two.transactionId).not.toBe(one.transactionId)
    }),
  )
})

/** Starts a purchase at Coinbase, and returns a function that makes the kit request it again. */
async function startFollowed() {
  const started = await startTestOnramp({
    '/onramp/providers': [{ serviceProvider: 'coinbase', name: 'Coinbase', networks: [here] }],
    '/onramp/multi/quotes': [],
    '/generators/onrampurl': { url: `https://pay.example.org/?partnerUserId=${self}` },
    '/history': { data: [], next: null },
  })
  const { kit, clock, server, answers } = started
  const {
    quotes: [quote],
  } = await getOnrampQuotes(kit, request)
  if (!quote) throw new Error('no offer')
  const order = await startOrder(kit, { quote })
  const problems: (OrderProblem | undefined)[] = []
  onTestFinished(
    watchOrder(
      kit,
      { id: order.id, onTrouble: (problem) => void problems.push(problem) },
      undefined,
    ),
  )
  const looks = () => server.requests.filter(({ url }) => url.pathname.endsWith('/history'))
  const next = async (answer: unknown) => {
    answers['/history'] = answer
    const [before, waits] = [looks().length, clock.waits.length]
    clock.advance(4_000)
    await expect.poll(() => looks().length).toBe(before + 1)
    await expect
      .poll(
        () =>
          clock.waits.length > waits + 1 ||
          problems.at(-1) === 'untold' ||
          ordersOf(kit, self).some(isFinished),
      )
      .toBe(true)
  }
  return { ...started, order, problems, looks, next, now: () => ordersOf(kit, self)[0] }
}

test('an order at a provider like Coinbase is followed through the history, every 4 s, until it ends', async () => {
  const { next, now, looks, problems, clock, kit } = await startFollowed()
  await next({ data: [], next: null })
  expect(now()?.state).toBe('waiting')
  expect(looks()[0]?.url.pathname).toBe(`/v1/account/${self}/history`)
  expect(looks()[0]?.url.searchParams.get('onramp')).toBe('coinbase')
  await next(503)
  expect(problems.at(-1)).toBe('unreachable')
  await next({ data: 'nonsense' })
  expect(problems.at(-1)).toBe('invalid')
  const at = clock.now() - began
  await next({ data: [row({ after: at })], next: null })
  expect([now()?.state, problems.at(-1)]).toEqual(['paying', undefined])
  await next({ data: [row({ after: at, status: 'SUCCESS', hash })], next: null })
  expect(now()).toMatchObject({ state: 'done', hash, transactionId: 'row' })
  expect(kit.getState().orders).toMatchObject([{ state: 'done' }])
  const lookCount = looks().length
  clock.advance(60_000)
  expect(looks()).toHaveLength(lookCount)
})

test('if the API does not know the provider’s purchases, the problem `untold` is reported and requests stop', async () => {
  const { next, now, looks, problems, clock } = await startFollowed()
  await next({ refusal: 'The purchases at this provider are not known here', field: 'onramp' })
  expect([now()?.state, problems]).toEqual(['waiting', ['untold']])
  clock.advance(600_000)
  expect(looks()).toHaveLength(1)
})
