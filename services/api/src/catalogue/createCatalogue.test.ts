import type { IncomingMessage, ServerResponse } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import shipped from '../../data/wallets.json' with { type: 'json' }
import { deferred } from '@latchkey/server/testing/deferred'
import { sendJson, startFakeNode } from '../testing/startFakeNode.ts'
import { createCatalogue, type Catalogue } from './createCatalogue.ts'

const twoHours = 7_200_000
const row = (id: string | number, more: object = {}) => ({
  id: `org.wallet${id}`,
  name: `Wallet ${id}`,
  ...more,
})

/**
 * Makes a catalogue that reads a test server. `answer` makes the server's answers; the test moves
 * the clock.
 */
async function start(
  answer: (response: ServerResponse, url: URL) => void,
  options: { wallets?: readonly unknown[]; firstWait?: number } = {},
) {
  const server = await startFakeNode((_, response, request: IncomingMessage) =>
    answer(response, new URL(request.url ?? '/', 'http://server')),
  )
  onTestFinished(server.close)
  let now = 1_000_000
  const failures: string[] = []
  const requests: string[] = []
  const counted: typeof fetch = (...request) => {
    requests.push(String(request[0]))
    return fetch(...request)
  }
  let onFailed = () => {}
  const failed = () => new Promise<void>((resolve) => (onFailed = resolve))
  const catalogue = createCatalogue({
    url: `${server.url}/list.json?key=secret`,
    fetch: counted,
    now: () => now,
    onFailure(error) {
      failures.push(error.message)
      onFailed()
    },
    ...options,
  })
  return { catalogue, requests, failures, failed, advance: (ms: number) => (now += ms) }
}

const idsOf = async (catalogue: Catalogue) =>
  (await catalogue.read()).listing.entries.map(({ row: { id } }) => id)
/** Resolves when the catalogue lists exactly the wallets with these ids. */
async function until(catalogue: Catalogue, ids: readonly string[]) {
  await expect.poll(() => idsOf(catalogue)).toEqual(ids)
}

test('the catalogue reads a list of wallets in one answer from another service', async () => {
  const { catalogue, requests } = await start((response) =>
    sendJson(response, [row(2, { order: 2, mobile: { native: 'two://' } }), row(1, { order: 1 })]),
  )
  const { listing, isFinal } = await catalogue.read()
  expect([
    isFinal,
    listing.entries.map(({ name }) => name),
    listing.byId.get('org.wallet2')?.row.mobile_link,
  ]).toEqual([true, ['Wallet 1', 'Wallet 2'], 'two://'])
  expect(requests).toHaveLength(1)
})

test('the catalogue reads all pages of a wallet list', async () => {
  const all = Array.from({ length: 250 }, (_, index) => row(index, { order: index }))
  const { catalogue, requests } = await start((response, { searchParams }) => {
    const [page, entries] = [
      Number(searchParams.get('page') ?? 1),
      Number(searchParams.get('entries') ?? 40),
    ]
    sendJson(response, { count: all.length, data: all.slice((page - 1) * entries, page * entries) })
  })
  expect(await idsOf(catalogue)).toEqual(all.map(({ id }) => id))
  expect(requests.map((url) => new URL(url).search.slice(1))).toEqual([
    'key=secret',
    'key=secret&page=1&entries=100',
    'key=secret&page=2&entries=100',
    'key=secret&page=3&entries=100',
  ])
})

test('the catalogue stops at an empty page, even if the list reports more pages', async () => {
  const { catalogue, requests } = await start((response, { searchParams }) =>
    sendJson(response, {
      count: 1e9,
      data: Number(searchParams.get('page') ?? 1) < 3 ? [row(searchParams.get('page') ?? 0)] : [],
    }),
  )
  expect(await idsOf(catalogue)).toEqual(['org.wallet1', 'org.wallet2'])
  expect(requests).toHaveLength(4)
})

test('the catalogue leaves out invalid and duplicate rows', async () => {
  const { catalogue } = await start((response) =>
    sendJson(response, [
      null,
      7,
      'a',
      [],
      {},
      { id: 1, name: 'One' },
      { id: 'a' },
      row(1),
      row(1, { name: 'Again' }),
      JSON.parse('{"__proto__":{"id":"p","name":"P"}}'),
    ]),
  )
  expect(await idsOf(catalogue)).toEqual(['org.wallet1'])
})

test('the catalogue requests the list again in the background when its last answer is two hours old', async () => {
  let ids = [1]
  const { catalogue, requests, advance } = await start((response) =>
    sendJson(
      response,
      ids.map((id) => row(id)),
    ),
  )
  await catalogue.read()
  ids = [1, 2]
  advance(twoHours - 1)
  expect(await idsOf(catalogue)).toEqual(['org.wallet1'])
  expect(requests).toHaveLength(1)
  advance(1)
  expect(await idsOf(catalogue)).toEqual(['org.wallet1'])
  await until(catalogue, ['org.wallet1', 'org.wallet2'])
  expect(requests).toHaveLength(2)
})

test.each([
  ['It answered with status 500', (response: ServerResponse) => sendJson(response, {}, 500)],
  ['It did not answer JSON', (response: ServerResponse) => void response.end('<html>')],
  [
    'It answered neither a catalogue nor a wallet list',
    (response: ServerResponse) => sendJson(response, { wallets: [] }),
  ],
  ['It holds no wallet', (response: ServerResponse) => sendJson(response, [{}, null])],
  ['Nested deeper than 16', (response: ServerResponse) => void response.end('['.repeat(100_000))],
  [
    'fetch failed',
    (response: ServerResponse) =>
      void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
  ],
  ['fetch failed', (response: ServerResponse) => void response.destroy()],
  [
    'More than 16777216 bytes',
    (response: ServerResponse) => void response.end(`["${'a'.repeat(17 * 1024 * 1024)}"]`),
  ],
])(
  '%s: the catalogue keeps the last good answer, and sends no request for a minute',
  async (reason, fail) => {
    let isDown = false
    const { catalogue, requests, failures, failed, advance } = await start((response) =>
      isDown ? fail(response) : sendJson(response, [row(1)]),
    )
    await catalogue.read()
    isDown = true
    advance(twoHours)
    const over = failed()
    expect(await idsOf(catalogue)).toEqual(['org.wallet1'])
    await over
    expect(failures).toEqual([reason])
    advance(59_999)
    expect(await catalogue.read()).toMatchObject({ isFinal: true })
    expect(requests).toHaveLength(2)
    isDown = false
    advance(1)
    await catalogue.read()
    expect(requests).toHaveLength(3)
  },
)

test('when the clock goes back a year, the catalogue still requests the list again', async () => {
  const { catalogue, requests, advance } = await start((response) => sendJson(response, [row(1)]))
  await catalogue.read()
  advance(-31_536_000_000)
  await catalogue.read()
  expect(requests).toHaveLength(2)
})

test('the catalogue serves its shipped list, marked as not final, until the other service answers for the first time', async () => {
  const go = deferred()
  const { catalogue } = await start(
    (response) => void go.promise.then(() => sendJson(response, [row(1)])),
    { firstWait: 1 },
  )
  const { listing, isFinal } = await catalogue.read()
  expect([isFinal, listing.entries.length]).toEqual([false, shipped.length])
  go.resolve()
  await until(catalogue, ['org.wallet1'])
})

test("the catalogue serves the operator's file instead of the shipped list until the other service answers", async () => {
  const { catalogue, failures } = await start((response) => sendJson(response, {}, 404), {
    wallets: [row('own')],
  })
  expect(await idsOf(catalogue)).toEqual(['org.walletown'])
  expect(failures).toHaveLength(1)
})

test('an error never contains the URL of the other service', async () => {
  const { catalogue, failures } = await start((response) => void response.destroy())
  await catalogue.read()
  expect(failures.join()).not.toMatch(/secret|127\.0\.0\.1/)
})
