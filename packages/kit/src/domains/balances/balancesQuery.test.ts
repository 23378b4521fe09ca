import { formatAccountId, formatNetworkId } from '@latchkey/protocol/caip'
import { expect, test } from 'vitest'
import { reasonOf, startTestKit } from '../../session/startTestKit.ts'
import { createKitStorage } from '../../core/storage/storage.ts'
import { sendJson, sendResult, startTestServer } from '../../core/testing/startTestServer.ts'
import { balancesQuery, balancesRetryAt } from './balancesQuery.ts'
import { readLastKnown, writeLastKnown } from './lastKnown.ts'
import { contextOf } from '../../core/kit/context.ts'

const network = formatNetworkId('eip155', 31_337)
const accountId = formatAccountId(network, '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')
const { signal } = new AbortController()
const balance = { id: network, name: 'Ether', symbol: 'ETH', decimals: 18, quantity: '1.5' }

/** A kit with one node, which answers with the result of `answer`. For undefined it fails. */
async function start(answer: () => string | undefined) {
  const node = await startTestServer((response, request) => {
    const result = answer()
    if (result === undefined) sendJson(response, {}, 400)
    else sendResult(response, request, result)
  })
  const started = startTestKit({ customRpcUrls: { [network]: [node.url] } })
  return {
    ...started,
    requests: node.requests,
    ask: () => balancesQuery(started.kit, accountId).queryFn({ signal }),
  }
}

test('balances are fresh for 30 s, and are requested again every 30 s', async () => {
  const { kit } = await start(() => '0x1')
  expect(balancesQuery(kit, accountId)).toMatchObject({
    queryKey: ['balances', accountId, 'usd'],
    staleTime: 30_000,
    refetchInterval: 30_000,
    initialData: undefined,
  })
})

test('the last known balances are still known after a reload, with their time', async () => {
  const { kit, ask, storage, clock } = await start(() => '0x14d1120d7b160000')
  const at = clock.now()
  expect(await ask()).toEqual([balance])
  const next = startTestKit({ storage })
  expect(balancesQuery(next.kit, accountId)).toMatchObject({
    initialData: [balance],
    initialDataUpdatedAt: at,
  })
  expect(balancesQuery(kit, formatAccountId(network, '0xbb')).initialData).toBeUndefined()
})

test('after a failure nothing is requested for 30 s, and one toast is shown', async () => {
  let isDown = true
  const { kit, ask, clock, requests, states } = await start(() => (isDown ? undefined : '0x1'))
  expect(balancesRetryAt(kit, accountId)).toBe(0)
  expect(await reasonOf(ask())).toMatchObject({ code: 'tokenBalanceUnavailable' })
  expect(kit.getState().toast).toMatchObject({
    message: 'tokenBalanceUnavailable',
    variant: 'error',
  })
  expect(balancesRetryAt(kit, accountId)).toBe(clock.now() + 30_000)
  const requestCount = requests.length
  isDown = false
  clock.advance(29_999)
  expect(await reasonOf(ask())).toMatchObject({ code: 'tokenBalanceUnavailable' })
  expect(requests).toHaveLength(requestCount)
  clock.advance(1)
  expect(await ask()).toMatchObject([{ quantity: '0.000000000000000001' }])
  expect(balancesRetryAt(kit, accountId)).toBe(0)
  expect(new Set(states.flatMap(({ toast }) => (toast ? [toast.id] : []))).size).toBe(1)
})

test('a failure for one account does not block another', async () => {
  let isDown = true
  const { kit, ask } = await start(() => (isDown ? undefined : '0x1'))
  await reasonOf(ask())
  isDown = false
  expect(
    await balancesQuery(
      kit,
      formatAccountId(network, '0x00000000000000000000000000000000000000bb'),
    ).queryFn({ signal }),
  ).toHaveLength(1)
})

test('a failure keeps the last known balances', async () => {
  let result: string | undefined = '0x14d1120d7b160000'
  const { kit, ask } = await start(() => result)
  await ask()
  result = undefined
  await reasonOf(ask())
  expect(balancesQuery(kit, accountId).initialData).toEqual([balance])
})

test('after an abort, no retry is delayed and no toast is shown', async () => {
  const { kit } = await start(() => '0x1')
  expect(
    await reasonOf(balancesQuery(kit, accountId).queryFn({ signal: AbortSignal.abort() })),
  ).toMatchObject({ code: 'requestAborted' })
  expect(balancesRetryAt(kit, accountId)).toBe(0)
  expect(kit.getState().toast).toBeUndefined()
})

test('the balances of the six newest accounts are stored', () => {
  const { kit, clock } = startTestKit()
  const accounts = Array.from({ length: 8 }, (_, index) => formatAccountId(network, `0x${index}`))
  for (const account of accounts) {
    writeLastKnown(kit, account, [balance])
    clock.advance(1)
  }
  expect(accounts.map((account) => readLastKnown(kit, account) !== undefined)).toEqual([
    false,
    false,
    true,
    true,
    true,
    true,
    true,
    true,
  ])
})

test.each([
  [],
  { [accountId]: [] },
  { [accountId]: { at: 'now', balances: [] } },
  { [accountId]: { at: 1, balances: [{ ...balance, quantity: 1 }] } },
  { a: 1 },
])('a stored value of %j is ignored', (cache) => {
  const { kit, storage } = startTestKit()
  createKitStorage(storage).set('balance-cache', cache)
  expect(readLastKnown(kit, accountId)).toBeUndefined()
  writeLastKnown(kit, accountId, [balance])
  expect(readLastKnown(kit, accountId)?.balances).toEqual([balance])
})

test('`partialBalances` names the account until all its balances could be read', async () => {
  let headers: Record<string, string> = { 'x-latchkey-unavailable': network }
  const api = await startTestServer((response, { url }) =>
    url.pathname.endsWith('supported-chains')
      ? sendJson(response, { http: [network], ws: [] })
      : sendJson(response, { balances: [] }, 200, headers),
  )
  const { kit, states } = startTestKit({ services: { api: api.url } })
  const ask = () => balancesQuery(kit, accountId).queryFn({ signal })
  await ask()
  expect(kit.getState().partialBalances).toBe(accountId)
  await ask()
  expect(states.filter(({ partialBalances }) => partialBalances !== undefined)).toHaveLength(1)
  headers = {}
  await ask()
  expect(kit.getState().partialBalances).toBeUndefined()
})

test.each<[string, object]>([
  ['fractional decimals', { decimals: 1.5 }],
  ['more decimals than a byte', { decimals: 256 }],
  ['too large decimals', { decimals: 1e308 }],
  ['an amount with an exponent', { quantity: '1e400' }],
  ['an amount in hex', { quantity: '0x10' }],
  ['a negative amount', { quantity: '-1' }],
  ['an empty amount', { quantity: '' }],
  ['a negative price', { price: -1 }],
  ['a value that is not a number', { value: Number.NaN }],
])('a stored row with %s is dropped; other rows and accounts stay', (_, wrong) => {
  const { kit, storage } = startTestKit()
  const other = formatAccountId(network, '0xbb')
  createKitStorage(storage).set('balance-cache', {
    [accountId]: { at: 1, balances: [balance, { ...balance, ...wrong }] },
    [other]: { at: 2, balances: [{ ...balance, ...wrong }] },
    third: { at: 3, balances: [] },
    fourth: null,
  })
  expect(readLastKnown(kit, accountId)).toEqual({ at: 1, balances: [balance] })
  // undefined, not an empty list: if all rows are invalid, the account may still have tokens
  expect(readLastKnown(kit, other)).toBeUndefined()
  expect(readLastKnown(kit, 'third')).toEqual({ at: 3, balances: [] })
  writeLastKnown(kit, 'fifth', [])
  expect(readLastKnown(kit, accountId)?.balances).toEqual([balance])
})

test('stored texts lose invisible characters, and icons on this machine are removed', () => {
  const { kit, storage } = startTestKit()
  createKitStorage(storage).set('balance-cache', {
    [accountId]: {
      at: 1,
      balances: [
        { ...balance, name: 'Eth\u202eer', symbol: 'E\u200bTH', iconUrl: 'http://127.0.0.1/a.png' },
      ],
    },
  })
  expect(readLastKnown(kit, accountId)?.balances).toEqual([balance])
})

test('the query also runs while the browser is offline', () => {
  expect(balancesQuery(startTestKit().kit, accountId)).toMatchObject({ networkMode: 'always' })
})

/** A kit with an API and a node. Each of them fails while `isDown` says so. */
async function startBoth(isDown: { api: boolean; node: boolean }) {
  const node = await startTestServer((response, request) =>
    isDown.node ? sendJson(response, {}, 400) : sendResult(response, request, '0x14d1120d7b160000'),
  )
  const api = await startTestServer((response, { url }) => {
    if (isDown.api) return sendJson(response, {}, 404)
    if (url.pathname.endsWith('supported-chains'))
      return sendJson(response, { http: [network], ws: [] })
    sendJson(response, {
      balances: [
        {
          name: 'Ether',
          symbol: 'ETH',
          price: 2,
          value: 3,
          quantity: { decimals: '18', numeric: '1.5' },
          iconUrl: '',
        },
      ],
    })
  })
  const started = startTestKit({
    services: { api: api.url },
    customRpcUrls: { [network]: [node.url] },
  })
  const { client } = await contextOf(started.kit).queries()
  return {
    ...started,
    ask: () => client.fetchQuery({ ...balancesQuery(started.kit, accountId), staleTime: 0 }),
  }
}

test('if the API is down from the start, the node’s balances are shown with an error toast', async () => {
  const isDown = { api: true, node: false }
  const { kit, ask, clock } = await startBoth(isDown)
  expect(await ask()).toEqual([balance])
  expect(kit.getState()).toMatchObject({
    toast: { message: 'tokenBalanceUnavailable', variant: 'error' },
    partialBalances: accountId,
  })
  expect(balancesRetryAt(kit, accountId)).toBe(clock.now() + 30_000)
  // balances that come from the node during an outage are not stored: they may be incomplete
  expect(readLastKnown(kit, accountId)).toBeUndefined()
  clock.advance(30_000)
  expect(await ask()).toEqual([balance]) // a new answer of the node, not the stored balances
  isDown.api = false
  clock.advance(30_000)
  expect(await ask()).toMatchObject([{ price: 2, value: 3 }])
  expect(kit.getState().partialBalances).toBeUndefined()
  expect(balancesRetryAt(kit, accountId)).toBe(0)
})

test('if the API goes down later, its last balances stay instead of the node’s', async () => {
  const isDown = { api: false, node: false }
  const { kit, ask, clock } = await startBoth(isDown)
  await ask()
  isDown.api = true
  clock.advance(30_000)
  expect(await reasonOf(ask())).toMatchObject({ code: 'tokenBalanceUnavailable' })
  expect(readLastKnown(kit, accountId)?.balances).toMatchObject([{ price: 2 }])
})
