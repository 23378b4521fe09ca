import { expect, onTestFinished, test, vi } from 'vitest'
import { reasonOf, startTestKit } from '../../session/startTestKit.ts'
import type { KitOptions } from '../../core/options/options.ts'
import { sendJson, startTestServer } from '../../core/testing/startTestServer.ts'
import type { TestAnswer } from '../../core/testing/startTestServer.ts'
import { createFakeAdapter } from '../../testing/fakeAdapter.ts'
import {
  getBalances,
  getNativeBalance,
  watchBalances,
  watchBlocks,
  watchNativeBalance,
} from './actions.ts'
import type { AccountAnswer } from './actions.ts'
import { balancesQuery } from './balancesQuery.ts'
import { contextOf } from '../../core/kit/context.ts'

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const other = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const isBalance = ({ url }: { url: URL }) => url.pathname.endsWith('/balance')
const row = (quantity: string) => ({
  name: 'Ether',
  symbol: 'ETH',
  chainId: 'eip155:31337',
  quantity: { decimals: '18', numeric: quantity },
  iconUrl: '',
  price: 2,
  value: 4,
})

/** A kit whose API answers with one of `quantities` after another, and repeats the last. */
async function start({
  quantities = ['2'],
  connected = ['example'],
  ...options
}: {
  quantities?: readonly (string | number)[]
  connected?: readonly string[]
} & Partial<KitOptions> = {}) {
  let requestCount = 0
  const answer: TestAnswer = (response, request) => {
    if (!isBalance(request))
      return sendJson(response, { http: ['eip155:31337', 'eip155:31338'], ws: [] })
    const next = quantities[Math.min(requestCount++, quantities.length - 1)]
    return typeof next === 'number'
      ? sendJson(response, {}, next)
      : sendJson(response, { balances: next === '0' ? [] : [row(next ?? '')] })
  }
  const server = await startTestServer(answer)
  const adapter = createFakeAdapter({ accounts: [address] })
  const started = startTestKit({ adapters: [adapter], services: { api: server.url }, ...options })
  for (const connectorId of connected) await started.kit.connect({ connectorId })
  const requests = () =>
    server.requests
      .filter(isBalance)
      .map(({ url }) => [url.pathname.split('/')[3], url.searchParams.get('chainId')])
  return { ...started, adapter, requests }
}

/** Starts a watch until the test ends, and collects the values that it reports. */
function listen<value>(watch: (onChange: (value: value) => void) => () => void) {
  const reports: value[] = []
  const stop = watch((value) => reports.push(value))
  onTestFinished(stop)
  return { reports, stop }
}
const short = (answer: AccountAnswer<unknown> | undefined) =>
  answer && [
    answer.status,
    'accountId' in answer ? answer.accountId : '',
    'data' in answer ? answer.data : '',
  ]

test('without React, a page gets the balances, and all callers share one request', async () => {
  const { kit, requests } = await start()
  const both = await Promise.all([getBalances(kit), getBalances(kit), getNativeBalance(kit)])
  expect(both[0]).toMatchObject([{ id: 'eip155:31337', symbol: 'ETH', quantity: '2', value: 4 }])
  expect(both[2]).toMatchObject({ quantity: '2' })
  const { client } = await contextOf(kit).queries()
  expect(
    client.getQueryData(balancesQuery(kit, `eip155:31337:${address}` as never).queryKey),
  ).toEqual(both[0]) // in the cache that the screens use
  expect(await getBalances(kit)).toBe(both[0])
  expect(requests()).toHaveLength(1)
})

test('watchBalances reports at once, and follows changes of account, network and connection', async () => {
  const { kit, adapter, requests } = await start({ connected: [] })
  const { reports, stop } = listen<AccountAnswer<unknown>>((onChange) =>
    watchBalances(kit, { onChange }),
  )
  expect(reports).toEqual([{ status: 'disconnected' }])
  await kit.connect({ connectorId: 'example' })
  expect(short(reports.at(-1))).toEqual(['pending', `eip155:31337:${address}`, ''])
  await vi.waitFor(() =>
    expect(short(reports.at(-1))).toMatchObject([
      'success',
      `eip155:31337:${address}`,
      [{ quantity: '2' }],
    ]),
  )
  adapter.set({ accounts: [other] })
  adapter.setConnected(['example'])
  await kit.disconnect()
  expect(reports.at(-1)).toEqual({ status: 'disconnected' })
  await kit.connect({ connectorId: 'example' })
  await vi.waitFor(() =>
    expect(short(reports.at(-1))).toMatchObject([
      'success',
      `eip155:31337:${other}`,
      [{ quantity: '2' }],
    ]),
  )
  await kit.switchNetwork({ networkId: 'eip155:31338' })
  await vi.waitFor(() => expect(short(reports.at(-1))?.[1]).toBe(`eip155:31338:${other}`))
  stop()
  const before = reports.length
  await kit.disconnect()
  expect(reports).toHaveLength(before)
  expect(requests().map(([whose]) => whose)).toContain(other)
})

test('balances can be read on another network of the site; an unknown network is rejected', async () => {
  const { kit, requests } = await start()
  await getBalances(kit, { networkId: 'eip155:31338' })
  expect(requests()).toEqual([[address, 'eip155:31338']])
  expect(await reasonOf(getBalances(kit, { networkId: 'eip155:1' }))).toMatchObject({
    code: 'networkNotFound',
  })
})

test('all watchers share one query, and without watchers nothing is requested', async () => {
  const { kit, requests } = await start()
  const { client } = await contextOf(kit).queries()
  const followers = () =>
    client
      .getQueryCache()
      .find({ queryKey: balancesQuery(kit, `eip155:31337:${address}` as never).queryKey })
      ?.getObserversCount()
  const first = listen((onChange) => watchBalances(kit, { onChange }))
  const second = listen((onChange) => watchNativeBalance(kit, { onChange }))
  await vi.waitFor(() => expect(first.reports.at(-1)).toMatchObject({ status: 'success' }))
  expect(second.reports.at(-1)).toMatchObject({ status: 'success', data: { quantity: '2' } })
  expect(followers()).toBe(2)
  first.stop()
  second.stop()
  expect(followers()).toBe(0) // without followers, no request is repeated
  await client.invalidateQueries()
  expect(requests()).toHaveLength(1)
})

test('a request ends when its signal aborts, or after a minute with `httpTimeout`', async () => {
  const server = await startTestServer(() => {}) // the server never answers
  const { kit, clock } = startTestKit({
    adapters: [createFakeAdapter()],
    services: { api: server.url },
  })
  await kit.connect({ connectorId: 'example' })
  const controller = new AbortController()
  const aborted = reasonOf(getBalances(kit, { signal: controller.signal }))
  await server.received(1)
  controller.abort()
  expect(await aborted).toMatchObject({ code: 'requestAborted' })
  const { client } = await contextOf(kit).queries()
  expect(client.isFetching(balancesQuery(kit, `eip155:31337:${address}` as never))).toBe(0)
  expect(await reasonOf(getBalances(kit, { signal: AbortSignal.abort() }))).toMatchObject({
    code: 'requestAborted',
  })
  const late = reasonOf(getBalances(kit, { networkId: 'eip155:31338' }))
  await clock.scheduled(60_000, 2)
  clock.advance(60_000)
  expect(await late).toMatchObject({ code: 'httpTimeout' })
})

test('after a failure the last known balances stay, and `refetch` skips every cache', async () => {
  const { kit, clock, requests } = await start({ quantities: ['2', 400, '3'] })
  const { reports } = listen<AccountAnswer<unknown>>((onChange) => watchBalances(kit, { onChange }))
  const refetch = () => {
    const last = reports.at(-1)
    if (last && 'refetch' in last) last.refetch()
  }
  await vi.waitFor(() =>
    expect(reports.at(-1)).toMatchObject({ status: 'success', isFetching: false }),
  )
  refetch()
  await vi.waitFor(() =>
    expect(reports.at(-1)).toMatchObject({
      status: 'error',
      error: { code: 'tokenBalanceUnavailable' },
      data: [{ quantity: '2' }],
    }),
  )
  clock.advance(30_000)
  refetch()
  await vi.waitFor(() =>
    expect(reports.at(-1)).toMatchObject({ status: 'success', data: [{ quantity: '3' }] }),
  )
  expect(requests()).toHaveLength(3)
})

test('for an account without balances, the list is empty and the native balance is zero', async () => {
  const { kit } = await start({ quantities: ['0'] })
  expect(await getBalances(kit)).toEqual([])
  expect(await getNativeBalance(kit)).toEqual({
    id: 'eip155:31337',
    name: 'Ether',
    symbol: 'ETH',
    decimals: 18,
    quantity: '0',
  })
})

test('an invalid parameter is rejected with its name, without a request', async () => {
  const { kit, requests } = await start()
  const pass = (requestCount: unknown) => reasonOf(getBalances(kit, requestCount as object))
  expect(await pass(null)).toMatchObject({
    code: 'optionInvalid',
    message: 'Option "parameters" is not an object. Pass an object.',
  })
  expect(await pass({ currency: 'EUR' })).toMatchObject({
    code: 'optionInvalid',
    message: expect.stringContaining('"currency"'),
  })
  expect(await pass({ signal: {} })).toMatchObject({
    code: 'optionInvalid',
    message: expect.stringContaining('"signal"'),
  })
  expect(await pass({ networkId: 31_338 })).toMatchObject({
    code: 'networkNotFound',
    details: expect.stringContaining('Did you mean "eip155:31338"?'),
  })
  expect(() => watchBalances(kit, {} as never)).toThrow(
    'Option "onChange" is not valid. Pass a function.',
  )
  expect(requests()).toEqual([])
  await kit.disconnect()
  expect(await pass({})).toMatchObject({ code: 'addressMissing' })
})

test('an error in a listener is reported to the page; a stopped watch calls no listener', async () => {
  const reported: unknown[] = []
  vi.stubGlobal('reportError', (error: unknown) => reported.push(error))
  onTestFinished(() => void vi.unstubAllGlobals())
  const { kit } = await start({ connected: [] })
  onTestFinished(
    watchBalances(kit, {
      onChange: () => {
        throw new Error('of the site')
      },
    }),
  )
  let stop = () => {}
  const reports: string[] = []
  stop = watchBalances(kit, {
    onChange({ status }) {
      reports.push(status)
      stop()
    },
  })
  await kit.connect({ connectorId: 'example' })
  expect(reports).toEqual(['disconnected', 'pending'])
  expect(reported).toContainEqual(new Error('of the site'))
  await getBalances(kit)
  expect(reports).toEqual(['disconnected', 'pending'])
})

test('all watchers share one check for new blocks, which ends with the last watcher', async () => {
  const { kit, clock } = startTestKit({
    adapters: [
      createFakeAdapter({
        balances: [1n],
        node: {
          eth_blockNumber: '0x1',
          eth_getBalance: '0x1',
          eth_getTransactionCount: '0x0',
          eth_getLogs: [],
        },
      }),
    ],
  })
  const stops = [watchBlocks(kit), watchBlocks(kit, { networkId: 'eip155:31337' })]
  await kit.connect({ connectorId: 'example' })
  await clock.scheduled(4_000)
  stops[0]?.()
  clock.advance(4_000)
  await clock.scheduled(4_000, 2)
  stops[1]?.()
  expect(clock.waits.filter((wait) => wait === 4_000)).toHaveLength(2)
  clock.advance(4_000)
  await getBalances(kit)
  expect(clock.waits.filter((wait) => wait === 4_000)).toHaveLength(2)
})
