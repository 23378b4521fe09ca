import { formatAccountId, formatNetworkId } from '@latchkey/protocol/caip'
import { expect, test } from 'vitest'
import { addressOf } from '../../../../../devnet/src/accounts.ts'
import { startDevnet } from '../../../../../devnet/src/startDevnet.ts'
import { chainOfDeployment } from '../../../../../devnet/src/chainOfDeployment.ts'
import { createApi } from '../../../../../services/api/src/createApi.ts'
import { startTestApi } from '../../session/startTestApi.ts'
import { reasonOf, startTestKit } from '../../session/startTestKit.ts'
import { systemClock } from '../../core/page/clock.ts'
import { observePages } from '../../core/queries/observePages.lazy.ts'
import { sendJson } from '../../core/testing/startTestServer.ts'
import { getHistory } from './getHistory.lazy.ts'
import { historyQuery, newestQuery } from './historyQuery.ts'
import { contextOf } from '../../core/kit/context.ts'

const network = formatNetworkId('eip155', 31_337)
const accountId = formatAccountId(network, addressOf('everyday user'))

const wired = (id: string, more: { chain?: string; isSpam?: boolean } = {}) => ({
  id,
  metadata: {
    operationType: 'send',
    hash: `0x${id}`,
    minedAt: '2026-01-05T10:00:00Z',
    sentFrom: '0xa',
    sentTo: '0xb',
    status: 'confirmed',
    nonce: 1,
    chain: more.chain ?? network,
  },
  transfers: [
    {
      nft_info: { name: 'Moon', flags: { is_spam: more.isSpam ?? false } },
      direction: 'in',
      quantity: { numeric: '1' },
    },
  ],
})

test('the complete history of a devnet account is read over the real API', async () => {
  const devnet = await startDevnet({ ports: 'free' })
  const [first] = devnet.chains
  if (!first) throw new Error('The devnet has two chains')
  const api = createApi({
    chains: [
      {
        ...chainOfDeployment(first.deployment, first.url),
        index: { startBlock: 0, pollEvery: 100 },
      },
    ],
    database: 'memory',
  })
  try {
    const { kit } = startTestKit({
      services: { api: (await api.listen({ port: 0 })).url },
      clock: systemClock,
    })
    await expect
      .poll(
        async () => (await getHistory(kit, { accountId }).catch(() => undefined))?.entries.length,
        { timeout: 40_000 },
      )
      .toBeGreaterThan(10)
    const { client } = await contextOf(kit).queries()
    const observer = observePages(client, historyQuery(kit, accountId))
    for (
      let result = await observer.fetchNextPage();
      result.hasNextPage;
      result = await observer.fetchNextPage()
    )
      expect(result.error).toBeNull()
    const entries =
      observer.getCurrentResult().data?.pages.flatMap((page) => page?.entries ?? []) ?? []
    expect(entries.length).toBeGreaterThan(50)
    expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length)
    expect(entries.map(({ at }) => at)).toEqual(
      entries.map(({ at }) => at).toSorted((a, b) => b - a),
    )
    expect(new Set(entries.map(({ operationType }) => operationType))).toEqual(
      expect.objectContaining(new Set(['send', 'receive', 'trade'])),
    )
  } finally {
    await Promise.all([api.close(), devnet.close()])
  }
}, 60_000)

test('the history is requested for one account on one network, from a cursor', async () => {
  const { kit, requests } = await startTestApi((response) =>
    sendJson(response, { data: [wired('1')], next: 'abc' }),
  )
  expect(await getHistory(kit, { accountId, cursor: 'before' })).toMatchObject({
    entries: [{ id: '1' }],
    next: 'abc',
  })
  expect(requests[0]?.url.pathname).toBe(`/v1/account/${addressOf('everyday user')}/history`)
  expect(Object.fromEntries(requests[0]?.url.searchParams ?? [])).toMatchObject({
    chainId: network,
    cursor: 'before',
  })
})

test('hidden entries are left out', async () => {
  const { kit } = await startTestApi((response) =>
    sendJson(response, {
      data: [wired('1'), wired('2', { isSpam: true }), wired('3', { chain: 'eip155:1' })],
      next: null,
    }),
  )
  expect((await getHistory(kit, { accountId }))?.entries.map(({ id }) => id)).toEqual(['1'])
})

test('if all entries of a page are hidden, the next pages are read, at most five', async () => {
  let isGood = false
  const { kit, requests } = await startTestApi((response, { url }) => {
    const page = Number(url.searchParams.get('cursor') ?? 0)
    sendJson(response, {
      data: [wired(String(page), { isSpam: !isGood || page < 3 })],
      next: String(page + 1),
    })
  })
  expect(await getHistory(kit, { accountId })).toEqual({ entries: [], next: '5' })
  expect(requests).toHaveLength(5)
  isGood = true
  expect(await getHistory(kit, { accountId })).toMatchObject({ entries: [{ id: '3' }], next: '4' })
})

test('a next cursor equal to the current one ends the list', async () => {
  const { kit } = await startTestApi((response) =>
    sendJson(response, { data: [wired('1')], next: 'same' }),
  )
  expect(await getHistory(kit, { accountId, cursor: 'same' })).not.toHaveProperty('next')
})

test('without an account, getHistory fails with `transactionsWithoutAccount`', async () => {
  expect(await reasonOf(getHistory(startTestKit().kit, { accountId: undefined }))).toMatchObject({
    code: 'transactionsWithoutAccount',
    message: "Transactions can't be fetched without an accountAddress",
  })
})

test('without an API, or if the API does not serve the network, getHistory returns nothing', async () => {
  expect(await getHistory(startTestKit().kit, { accountId })).toBeUndefined()
  const { kit } = await startTestApi((response) =>
    sendJson(
      response,
      {
        status: 'FAILED',
        reasons: [{ field: 'chainId', description: 'The history of this chain is not served' }],
      },
      400,
    ),
  )
  expect(await getHistory(kit, { accountId })).toBeUndefined()
  expect(await reasonOf(getHistory(kit, { accountId, cursor: 'foreign' }))).toMatchObject({
    code: 'transactionsFailed',
    message: 'Failed to fetch transactions',
    cause: { status: 400 },
  })
})

test.each(['', 'address', 'cursor', 'projectId', undefined, 7])(
  'a refusal for the field %j fails with `transactionsFailed`',
  async (field) => {
    const { kit } = await startTestApi((response) =>
      sendJson(response, { status: 'FAILED', reasons: [{ field, description: 'Refused' }] }, 400),
    )
    expect(await reasonOf(getHistory(kit, { accountId }))).toMatchObject({
      code: 'transactionsFailed',
      cause: { status: 400, details: 'Refused' },
    })
  },
)

test.each([
  ['an outage', { status: 'FAILED' }, 404, 'httpFailed'],
  ['an answer of another shape', { data: [{ id: 1 }] }, 200, 'answerInvalid'],
  [
    'an invalid amount',
    { data: [{ ...wired('1'), transfers: [{ direction: 'in', quantity: { numeric: '1e99' } }] }] },
    200,
    'answerInvalid',
  ],
  [
    'an invalid time',
    { data: [{ ...wired('1'), metadata: { ...wired('1').metadata, minedAt: 'soon' } }] },
    200,
    'answerInvalid',
  ],
])('after %s, getHistory fails with the cause', async (_, body, status, code) => {
  const { kit } = await startTestApi((response) => sendJson(response, body, status))
  expect(await reasonOf(getHistory(kit, { accountId }))).toMatchObject({
    code: 'transactionsFailed',
    cause: { code },
  })
})

test('if the signal aborts, getHistory fails with `requestAborted`', async () => {
  const { kit, received } = await startTestApi(() => {})
  const controller = new AbortController()
  const reason = reasonOf(getHistory(kit, { accountId, signal: controller.signal }))
  await received(1)
  controller.abort()
  expect(await reason).toMatchObject({ code: 'requestAborted' })
})

test('the query for the newest page and the query for all pages share the first request', async () => {
  const { kit, requests } = await startTestApi((response, { url }) =>
    sendJson(response, {
      data: [wired(url.searchParams.get('cursor') ?? '0')],
      next: url.searchParams.get('cursor') ? null : '1',
    }),
  )
  const { client } = await contextOf(kit).queries()
  const observer = observePages(client, historyQuery(kit, accountId))
  const [newest, pages] = await Promise.all([
    client.fetchQuery(newestQuery(kit, accountId)),
    observer.refetch(),
  ])
  expect([newest?.entries.length, pages.data?.pages.length, requests.length]).toEqual([1, 1, 1])
  const next = await observer.fetchNextPage()
  expect(next.data?.pages.flatMap((page) => page?.entries.map(({ id }) => id))).toEqual(['0', '1'])
  expect([next.hasNextPage, requests.length]).toEqual([false, 2])
})

test('an invalidation requests only the newest page again', async () => {
  const { kit, requests } = await startTestApi((response) =>
    sendJson(response, { data: [wired('1')], next: null }),
  )
  const { client, observe } = await contextOf(kit).queries()
  const stops = [
    observe(newestQuery(kit, accountId)).subscribe(() => {}),
    observePages(client, historyQuery(kit, accountId)).subscribe(() => {}),
  ]
  await expect.poll(() => client.getQueryData(['history pages', accountId])).toBeDefined()
  const before = requests.length
  await client.invalidateQueries({ queryKey: ['history'] })
  expect(requests.length - before).toBe(1)
  for (const stop of stops) stop()
})

test('an account of another namespace is not requested, even if its address looks like an EVM one', async () => {
  const { kit, requests } = await startTestApi((response) =>
    sendJson(response, { data: [], next: null }),
  )
  const b = formatAccountId(
    formatNetworkId('polkadot', 'fe58ea77779b7abda7da4ec526d14db9'),
    addressOf('everyday user'),
  )
  expect(await getHistory(kit, { accountId: b })).toBeUndefined()
  expect(requests).toEqual([])
})
