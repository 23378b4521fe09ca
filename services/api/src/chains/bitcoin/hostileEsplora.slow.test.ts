import fc from 'fast-check'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { bitcoinMainnetId } from '@latchkey/protocol/chains/bitcoinNetworks'
import { startBitcoinChain, type BitcoinChain } from '@latchkey/devnet/bitcoin/startBitcoinChain'
import { createApi } from '../../createApi.ts'
import { bitcoinChainAt } from '../../testing/bitcoinChainAt.ts'
import { bitcoinWallet, broadcast } from '../../testing/bitcoinWallet.ts'
import { neverOverloaded } from '../../testing/neverOverloaded.ts'
import { readBitcoinBalance, readBitcoinHistory } from '../../testing/readBitcoinAccount.ts'
import { Refused, startSpoiledEsplora, type Spoil } from '../../testing/startSpoiledEsplora.ts'

const [me, friend] = [bitcoinWallet(51), bitcoinWallet(52)]
const account = `${me.payment},${me.ordinals}`

/** A clock that tests move, so that a node that has rested is used again. */
function createClock() {
  let ahead = 0
  return { now: () => Date.now() + ahead, advance: (by: number) => void (ahead += by) }
}

/** A chain on which the account has several pages of transactions, and some that wait. */
let chain: BitcoinChain
beforeAll(async () => {
  chain = await startBitcoinChain({ isHeld: true })
  for (let count = 0; count < 33; count += 1)
    chain.fund(count % 4 ? me.payment : me.ordinals, 10_000n + BigInt(count))
  for (let count = 0; count < 6; count += 1) {
    const [coin] = await me.coins(chain.url)
    if (coin) await broadcast(chain.url, me.sign([coin], [{ to: friend.payment, amount: 2_000n }]))
    chain.mine()
  }
  const coins = await me.coins(chain.url)
  await broadcast(chain.url, me.sign(coins.slice(0, 2), [{ to: friend.payment, amount: 3_000n }]))
  chain.fund(me.payment, 4_000n, { isWaiting: true })
})
afterAll(() => chain.close())

function startApi(clock: { now: () => number }, ...urls: string[]) {
  const api = createApi({ ...neverOverloaded, clock, chains: [bitcoinChainAt(...urls)] })
  onTestFinished(() => api.close())
  return api
}

/** The balance and the history, or 503 for each that is unavailable. */
async function answersOf(api: ReturnType<typeof startApi>) {
  const orStatus = (error: unknown) => {
    const { message } = error instanceof Error ? error : { message: '' }
    if (message.startsWith('503 ')) return 503 as const
    throw error
  }
  return {
    balance: await readBitcoinBalance(api, account).catch(orStatus),
    history: await readBitcoinHistory(api, account).catch(orStatus),
  }
}

const unavailable = { balance: 503, history: 503 }
const rows =
  (change: (all: unknown[]) => unknown): Spoil =>
  (path, answer) =>
    path.includes('/txs') && Array.isArray(answer) ? change(answer) : answer
const isRow = (row: unknown): row is { status: { confirmed: boolean }; txid: string } =>
  typeof row === 'object' && row !== null && 'txid' in row

test('an Esplora of another chain is never read, and is logged by its place', async () => {
  const spoiled = await startSpoiledEsplora(chain.url)
  const lines: string[] = []
  const config = bitcoinChainAt(spoiled.url)
  spoiled.spoilBy((path, answer) =>
    path === '/block-height/0'
      ? `${bitcoinMainnetId.slice('bip122:'.length)}${'0'.repeat(32)}`
      : answer,
  )
  const api = createApi({
    ...neverOverloaded,
    chains: [config],
    log: ({ error = '' }) => void lines.push(error),
  })
  onTestFinished(() => api.close())
  expect(await answersOf(api)).toEqual(unavailable)
  expect(lines).toContain(`Node 1 of ${config.networkId} belongs to another chain`)
  expect((await api.app.request(`/v1/esplora/${config.networkId}/fee-estimates`)).status).toBe(503)
  const other = startApi({ now: Date.now }, spoiled.url, chain.url)
  expect(await answersOf(other)).not.toMatchObject(unavailable)
})

test('a chain that is shorter than before is not read; a block or two behind is', async () => {
  const spoiled = await startSpoiledEsplora(chain.url)
  const clock = createClock()
  const api = startApi(clock, spoiled.url)
  expect(await answersOf(api)).not.toMatchObject(unavailable)
  const behind =
    (blocks: number): Spoil =>
    (path, answer) => {
      if (path === '/blocks/tip/height') return String(Number(answer) - blocks)
      return answer
    }
  spoiled.spoilBy(behind(3))
  expect(await answersOf(api)).toEqual(unavailable)
  clock.advance(3_600_001)
  // the rows of the hidden blocks are above this tip
  expect(await answersOf(api)).toMatchObject({ history: 503 })
})

test('a height that one of two Esploras invents does not make the other one seem to be behind', async () => {
  const spoiled = await startSpoiledEsplora(chain.url)
  const clock = createClock()
  const api = startApi(clock, spoiled.url, chain.url)
  const truth = await answersOf(api)
  expect(truth).not.toMatchObject(unavailable)
  const invented = '5000'
  spoiled.spoilBy((path, answer) => (path === '/blocks/tip/height' ? invented : answer))
  spoiled.inventBy((path) => (path === `/block-height/${invented}` ? 'ab'.repeat(32) : undefined))
  expect((await answersOf(api)).balance).toEqual(truth.balance)
  // now the other one has to answer alone
  spoiled.spoilBy(() => new Refused(500))
  spoiled.inventBy(() => undefined)
  clock.advance(60_000)
  expect((await answersOf(api)).balance).toEqual(truth.balance)
})

test.each<[string, Spoil]>([
  ['a row is missing', rows((all) => all.filter((_, index) => index !== 20))],
  ['the last row is missing', rows((all) => (all.length < 25 ? all.slice(0, -1) : all))],
  ['a page is empty', (path, answer) => (path.includes('/chain/') ? [] : answer)],
  ['a page is repeated', rows((all) => [...all, ...all])],
  ['a row is repeated', rows((all) => [...all, all.at(-1)])],
  ['rows are in another order', rows((all) => all.toReversed())],
  [
    'rows of blocks wait',
    rows((all) => all.map((row) => (isRow(row) ? { ...row, status: { confirmed: false } } : row))),
  ],
  [
    'an output is higher',
    rows(
      (all) => JSON.parse(JSON.stringify(all).replace('"value":2000', '"value":2001')) as unknown[],
    ),
  ],
  [
    'a row has the id of another',
    rows((all) => all.map((row) => (isRow(row) ? { ...row, txid: 'ab'.repeat(32) } : row))),
  ],
  ['nothing is listed', rows(() => [])],
  [
    'amounts are negative',
    (_, answer) =>
      typeof answer === 'object'
        ? JSON.parse(JSON.stringify(answer).replaceAll(/_sum":\d/g, '_sum":-1'))
        : answer,
  ],
])('what contradicts itself is unavailable: %s', async (_, spoil) => {
  const spoiled = await startSpoiledEsplora(chain.url)
  const api = startApi(createClock(), spoiled.url)
  spoiled.spoilBy(spoil)
  expect((await answersOf(api)).history).toBe(503)
})

test.each<[string, Spoil]>([
  ['texts', () => 'x'.repeat(100_000)],
  ['a huge list', () => Array.from({ length: 300_000 }, () => 0)],
  ['deep nesting', () => JSON.parse('['.repeat(900) + ']'.repeat(900))],
  ['null', () => null],
  ['another status', () => new Refused(500)],
  ['not found', () => new Refused(404)],
])('an Esplora that answers with %s is unavailable, and another one is used', async (_, spoil) => {
  const spoiled = await startSpoiledEsplora(chain.url)
  spoiled.spoilBy((path, answer) => (path === '/block-height/0' ? answer : spoil(path, answer)))
  expect(await answersOf(startApi(createClock(), spoiled.url))).toEqual(unavailable)
  const honest = await answersOf(startApi(createClock(), chain.url))
  const both = await answersOf(startApi(createClock(), spoiled.url, chain.url))
  expect(both.balance).toEqual(honest.balance)
  expect(withoutTimes(both.history)).toEqual(withoutTimes(honest.history))
})

test('an Esplora that never answers holds up another one for two seconds, and then not at all', async () => {
  const spoiled = await startSpoiledEsplora(chain.url)
  const honest = await answersOf(startApi(createClock(), chain.url))
  spoiled.spoilBy((path, answer) =>
    path === '/block-height/0' ? answer : new Promise<never>(() => {}),
  )
  const api = startApi(createClock(), spoiled.url, chain.url)
  const began = performance.now()
  expect(withoutTimes((await answersOf(api)).history)).toEqual(withoutTimes(honest.history))
  expect(performance.now() - began).toBeLessThan(6_000)
  const alone = createApi({
    ...neverOverloaded,
    nodeTimeLimit: 200,
    chains: [bitcoinChainAt(spoiled.url)],
  })
  onTestFinished(() => alone.close())
  expect(await answersOf(alone)).toEqual(unavailable)
})

const inText =
  (from: RegExp, to: string): Spoil =>
  (_, answer) =>
    typeof answer === 'object' ? JSON.parse(JSON.stringify(answer).replace(from, to)) : answer
const addressPath =
  (change: Spoil): Spoil =>
  (path, answer) =>
    /^\/address\/\w+$/.test(path) ? change(path, answer) : answer

test.each<[string, Spoil, object]>([
  [
    'the balance is higher',
    addressPath(
      inText(/"chain_stats":\{(.*?)"funded_txo_sum":/, '"chain_stats":{$1"funded_txo_sum":1'),
    ),
    { balance: 503 },
  ],
  [
    'a block is from another time',
    inText(/"block_time":\d+/, '"block_time":1700000000'),
    { history: 503 },
  ],
  [
    'another account has paid',
    inText(/"prevout":\{"scriptpubkey":"00\d\d\w\w/, '"prevout":{"scriptpubkey":"0014aa'),
    { history: 503 },
  ],
])(
  'of two Esploras one may lie, and then the answer is unavailable: %s',
  async (_, spoil, expected) => {
    const spoiled = await startSpoiledEsplora(chain.url)
    spoiled.spoilBy(spoil)
    expect(await answersOf(startApi(createClock(), spoiled.url, chain.url))).toMatchObject(expected)
    expect(await answersOf(startApi(createClock(), chain.url, spoiled.url))).toMatchObject(expected)
  },
)

test('an Esplora that hides what waits makes the balance incomplete, never higher', async () => {
  const spoiled = await startSpoiledEsplora(chain.url)
  const honest = await readBitcoinBalance(startApi(createClock(), chain.url), account)
  spoiled.spoilBy(addressPath(inText(/"mempool_stats":\{.*?\}/, `"mempool_stats":${none}`)))
  for (const urls of [
    [spoiled.url, chain.url],
    [chain.url, spoiled.url],
  ]) {
    const found = await readBitcoinBalance(startApi(createClock(), ...urls), account)
    expect(found).toEqual({ ...honest, pending: 0n, unavailable: bitcoinChainAt().networkId })
  }
})
const none = '{"funded_txo_sum":0,"spent_txo_sum":0,"tx_count":0}'

const odd = fc.oneof(
  fc.constantFrom<unknown>(-1, 0, 1.5, 1e300, 2_100_000_000_000_001, 2 ** 53, '', 'x', '0', null),
  fc.constantFrom<unknown>(true, false, [], {}, [[]], { confirmed: true }, 'ab'.repeat(32)),
  fc.nat(),
)
const lie = fc.record({
  where: fc.constantFrom(
    '/address/',
    '/txs',
    '/txs/chain/',
    '/blocks/tip/height',
    '/block-height/',
  ),
  leaf: fc.nat(),
  value: odd,
  isFirst: fc.boolean(),
})

/** Replaces one value somewhere in an answer. */
function withLie(answer: unknown, { leaf, value }: { leaf: number; value: unknown }): unknown {
  const places: (() => void)[] = []
  const copy: unknown = structuredClone(answer)
  const visit = (parent: Record<string, unknown> | unknown[]) => {
    for (const [key, child] of Object.entries(parent)) {
      places.push(() => Object.assign(parent, { [key]: value }))
      if (typeof child === 'object' && child !== null) visit(child as Record<string, unknown>)
    }
  }
  if (typeof copy !== 'object' || copy === null) return String(value)
  visit(copy as Record<string, unknown>) // an object or a list
  places[leaf % Math.max(1, places.length)]?.()
  return copy
}

test('of two Esploras one may lie about any value: the answer is right, or unavailable', async () => {
  const spoiled = await startSpoiledEsplora(chain.url)
  const honest = await answersOf(startApi(createClock(), chain.url))
  const clock = createClock()
  const [first, second] = [
    startApi(clock, spoiled.url, chain.url),
    startApi(clock, chain.url, spoiled.url),
  ]
  await fc.assert(
    fc.asyncProperty(lie, async ({ where, isFirst, ...change }) => {
      clock.advance(31_000)
      spoiled.spoilBy((path, answer) =>
        path.includes(where) && path !== '/block-height/0' ? withLie(answer, change) : answer,
      )
      const { balance, history } = await answersOf(isFirst ? first : second)
      if (history !== 503) expect(withoutTimes(history)).toEqual(withoutTimes(honest.history))
      if (balance === 503 || honest.balance === 503) return
      const isSure = balance.unavailable === null
      if (isSure) expect(balance).toEqual(honest.balance)
      else expect(balance.certain).toBeLessThanOrEqual(honest.balance.certain)
    }),
    { numRuns: 60 },
  )
}, 120_000)

test('an Esplora alone that lies about any value never breaks the service', async () => {
  const spoiled = await startSpoiledEsplora(chain.url)
  const api = startApi(createClock(), spoiled.url)
  await fc.assert(
    fc.asyncProperty(lie, async ({ where, ...change }) => {
      spoiled.spoilBy((path, answer) =>
        path.includes(where) && path !== '/block-height/0' ? withLie(answer, change) : answer,
      )
      // any status but 200 and 503 is an error
      expect(await answersOf(api)).toBeDefined()
    }),
    { numRuns: 60 },
  )
}, 120_000)

/** A history without the times of what waits, which are those of the request. */
const withoutTimes = (history: Awaited<ReturnType<typeof answersOf>>['history']) =>
  history === 503
    ? history
    : history.map(({ metadata: { minedAt, ...metadata }, ...entry }) => ({
        ...entry,
        metadata,
        minedAt: metadata.status === 'pending' ? undefined : minedAt,
      }))
