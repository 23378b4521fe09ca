import { expect, onTestFinished, test, vi } from 'vitest'
import { reasonOf, startTestKit } from '../../session/startTestKit.ts'
import { sendJson, startTestServer } from '../../core/testing/startTestServer.ts'
import { createFakeAdapter } from '../../testing/fakeAdapter.ts'
import { getNfts, watchNfts } from '../nfts/actions.ts'
import type { NftsState } from '../nfts/actions.ts'
import { getHistory, watchHistory } from './actions.ts'
import type { HistoryState } from './actions.ts'
import { contextOf } from '../../core/kit/context.ts'

const wired = (id: number) => ({
  id: String(id),
  metadata: {
    operationType: 'send',
    hash: `0x${id}`,
    minedAt: new Date(id * 1_000).toISOString(),
    sentFrom: '0xa',
    sentTo: '0xb',
    status: 'confirmed',
    nonce: 1,
    chain: 'eip155:31337',
  },
  transfers: [],
})
const nft = (tokenId: number) => ({
  chainId: 'eip155:31337',
  contract: `0x${'a'.repeat(40)}`,
  tokenId: String(tokenId),
  standard: 'ERC721',
  amount: '1',
  name: `No. ${tokenId}`,
  description: '',
  collection: { name: 'Sea', symbol: 'SEA' },
  picture: null,
  externalUrl: null,
  traits: [],
  flags: { is_spam: false },
})

/**
 * Starts a kit with an API, which has two pages of history and of NFTs. Transaction 3 is the
 * newest. A test adds later transactions to `newest`.
 */
async function start({ newest = [] as number[], connected = true } = {}) {
  const server = await startTestServer((response, { url }) => {
    const isSecond = url.searchParams.get('cursor') === 'two'
    if (url.pathname.endsWith('/history'))
      return sendJson(
        response,
        isSecond
          ? { data: [wired(1)], next: null }
          : { data: [...newest.map(wired), wired(3), wired(2)], next: 'two' },
      )
    if (url.pathname.includes('nfts'))
      return sendJson(
        response,
        isSecond ? { data: [nft(3)], next: null } : { data: [nft(1), nft(2)], next: 'two' },
      )
    sendJson(response, {})
  })
  const started = startTestKit({ adapters: [createFakeAdapter()], services: { api: server.url } })
  if (connected) await started.kit.connect({ connectorId: 'example' })
  return { ...started, server, newest }
}

function listen<value>(watch: (onChange: (value: value) => void) => () => void) {
  const reports: value[] = []
  const stop = watch((value) => reports.push(value))
  onTestFinished(stop)
  return { reports, stop }
}
const ids = (answer: HistoryState | undefined) =>
  answer && 'entries' in answer ? answer.entries.map(({ id }) => id) : []

test('getHistory reads the first page of the history, or the page after a cursor', async () => {
  const { kit, server } = await start()
  expect(await getHistory(kit)).toMatchObject({ entries: [{ id: '3' }, { id: '2' }], next: 'two' })
  await getHistory(kit)
  expect(server.requests).toHaveLength(1)
  expect(await getHistory(kit, { cursor: 'two' })).toMatchObject({ entries: [{ id: '1' }] })
  expect(await reasonOf(getHistory(kit, { cursor: 7 as never }))).toMatchObject({
    code: 'optionInvalid',
  })
  await kit.disconnect()
  expect(await reasonOf(getHistory(kit))).toMatchObject({ code: 'transactionsWithoutAccount' })
})

test('watchHistory reports all loaded pages, pending transactions on top, and a disconnect', async () => {
  const { kit } = await start({ connected: false })
  const { reports } = listen<HistoryState>((onChange) => watchHistory(kit, { onChange }))
  expect(reports).toEqual([{ status: 'disconnected' }])
  await kit.connect({ connectorId: 'example' })
  await vi.waitFor(() =>
    expect(reports.at(-1)).toMatchObject({ status: 'success', next: 'idle', isOwnOnly: false }),
  )
  const last = reports.at(-1)
  if (last && 'fetchNext' in last) last.fetchNext()
  await vi.waitFor(() => expect(reports.at(-1)).toMatchObject({ status: 'success', next: 'none' }))
  expect(ids(reports.at(-1))).toEqual(['3', '2', '1'])
  const hash = `0x${'9'.repeat(64)}`
  await kit.followTransaction({ hash, description: { operationType: 'mint' } })
  expect(reports.at(-1)).toMatchObject({
    entries: [
      { hash, status: 'pending', operationType: 'mint' },
      { id: '3' },
      { id: '2' },
      { id: '1' },
    ],
  })
  await kit.disconnect()
  expect(reports.at(-1)).toEqual({ status: 'disconnected' })
})

test('a second watch uses the pages already fetched, and both get newer entries', async () => {
  const { kit, server, newest } = await start()
  const first = listen<HistoryState>((onChange) => watchHistory(kit, { onChange }))
  await vi.waitFor(() => expect(ids(first.reports.at(-1))).toEqual(['3', '2']))
  const second = listen<HistoryState>((onChange) => watchHistory(kit, { onChange }))
  await vi.waitFor(() => expect(ids(second.reports.at(-1))).toEqual(['3', '2']))
  expect(server.requests).toHaveLength(1)
  newest.push(4)
  const { client } = await contextOf(kit).queries()
  await client.invalidateQueries({ queryKey: ['history'] })
  await vi.waitFor(() =>
    expect([first, second].map(({ reports }) => ids(reports.at(-1)))).toEqual([
      ['4', '3', '2'],
      ['4', '3', '2'],
    ]),
  )
})

test('after an outage watchHistory reports the error, and `fetchNext` tries again', async () => {
  let isDown = true
  const server = await startTestServer((response) =>
    isDown ? sendJson(response, {}, 401) : sendJson(response, { data: [wired(1)], next: null }),
  )
  const { kit } = startTestKit({ adapters: [createFakeAdapter()], services: { api: server.url } })
  await kit.connect({ connectorId: 'example' })
  const { reports } = listen<HistoryState>((onChange) => watchHistory(kit, { onChange }))
  await vi.waitFor(() =>
    expect(reports.at(-1)).toMatchObject({
      status: 'error',
      error: { code: 'transactionsFailed' },
      entries: [],
    }),
  )
  isDown = false
  const last = reports.at(-1)
  if (last && 'fetchNext' in last) last.fetchNext()
  await vi.waitFor(() =>
    expect(reports.at(-1)).toMatchObject({ status: 'success', entries: [{ id: '1' }] }),
  )
})

test('getNfts reads page by page; without an API, watchNfts reports `unsupported`', async () => {
  const { kit, server } = await start()
  expect(await getNfts(kit)).toMatchObject({
    nfts: [{ tokenId: '1' }, { tokenId: '2' }],
    next: 'two',
  })
  const { reports } = listen<NftsState>((onChange) => watchNfts(kit, { onChange }))
  await vi.waitFor(() => expect(reports.at(-1)).toMatchObject({ status: 'success', next: 'idle' }))
  expect(server.requests).toHaveLength(1)
  const last = reports.at(-1)
  if (last && 'fetchNext' in last) last.fetchNext()
  await vi.waitFor(() =>
    expect(reports.at(-1)).toMatchObject({
      status: 'success',
      next: 'none',
      data: [{ tokenId: '1' }, { tokenId: '2' }, { tokenId: '3' }],
    }),
  )
  expect(await getNfts(kit, { cursor: 'two' })).toMatchObject({ nfts: [{ tokenId: '3' }] })

  const alone = startTestKit({ adapters: [createFakeAdapter()] })
  await alone.kit.connect({ connectorId: 'example' })
  expect(await getNfts(alone.kit)).toBeUndefined()
  const without = listen<NftsState>((onChange) => watchNfts(alone.kit, { onChange }))
  await vi.waitFor(() => expect(without.reports.at(-1)).toMatchObject({ status: 'unsupported' }))
})
