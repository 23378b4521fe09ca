import { afterAll, beforeAll, expect, test } from 'vitest'
import catalogue from '../../../../../services/api/data/wallets.json' with { type: 'json' }
import { createApi } from '../../../../../services/api/src/createApi.ts'
import { chainAt } from '../../../../../services/api/src/testing/chainAt.ts'
import { reasonOf, startTestKit } from '../../session/startTestKit.ts'
import type { KitOptions } from '../../core/options/options.ts'
import { sendJson, startTestServer } from '../../core/testing/startTestServer.ts'
import type { TestAnswer } from '../../core/testing/startTestServer.ts'
import { listWallets } from './listWallets.lazy.ts'

const api = createApi({ chains: [chainAt('http://127.0.0.1:1')] })
let apiUrl: string
beforeAll(async () => void (apiUrl = (await api.listen({ port: 0 })).url))
afterAll(() => api.close())

const onApi = (options: Partial<KitOptions> = {}) =>
  startTestKit({ services: { api: apiUrl }, ...options }).kit
const customWallets = [
  { id: 'org.pocket', name: 'Pocket' },
  { id: 'org.purse', name: 'Purse' },
  { id: 'org.safe', name: 'My Pöcket' },
]
const names = (list: { wallets: readonly { name: string }[] }) =>
  list.wallets.map(({ name }) => name)
const evm = catalogue.filter(({ namespaces }) => namespaces.includes('eip155'))

test('the list has the catalogue’s wallets for the site’s namespaces, 40 per page', async () => {
  const first = await listWallets(onApi())
  expect(first.count).toBe(evm.length)
  expect(evm.length).toBeLessThan(catalogue.length)
  expect(names(first)).toEqual(evm.slice(0, 40).map(({ name }) => name.trim()))
  const last = await listWallets(onApi(), { page: Math.ceil(evm.length / 40) })
  expect(last.wallets).toHaveLength(evm.length % 40)
  expect(await listWallets(onApi(), { page: 99 })).toEqual({ count: evm.length, wallets: [] })
})

test('a wallet has its links, and its picture from the API', async () => {
  const {
    wallets: [metaMask],
  } = await listWallets(onApi(), { include: ['io.metamask'] })
  expect(metaMask).toMatchObject({
    id: 'io.metamask',
    image_url: `${apiUrl}/getWalletImage/io.metamask`,
    mobile_link: 'metamask://',
    link_mode: 'https://metamask.app.link',
    rdns: 'io.metamask',
    supports_wc: true,
  })
  expect((await fetch(metaMask?.image_url ?? '')).headers.get('content-type')).toBe('image/svg+xml')
})

test('a picture on an unsafe host is replaced by the picture of the API', async () => {
  const pictures = [
    'https://fox.example/a.png',
    'http://fox.example/a.png',
    'http://localhost:9/a.png',
    'https://169.254.169.254/a.png',
    'data:image/png;base64,AA',
  ]
  const { kit, url } = await startApi((response) =>
    sendJson(response, {
      count: 5,
      data: pictures.map((image_url, index) => ({
        id: `${index}`,
        name: 'Fox',
        image_id: 'fox',
        image_url,
      })),
    }),
  )
  const own = `${url}/getWalletImage/fox`
  expect((await listWallets(kit)).wallets.map(({ image_url }) => image_url)).toEqual([
    'https://fox.example/a.png',
    own,
    own,
    own,
    own,
  ])
})

test('search, include and exclude match id and name in any case', async () => {
  expect(names(await listWallets(onApi(), { search: 'Trust W' }))).toEqual(['Trust Wallet'])
  expect(names(await listWallets(onApi(), { include: ['RAINBOW', 'io.metamask'] }))).toEqual([
    'MetaMask',
    'Rainbow',
  ])
  expect(names(await listWallets(onApi(), { entries: 2, exclude: ['metamask'] }))).toEqual([
    'Trust Wallet',
    'Phantom',
  ])
  expect((await listWallets(onApi(), { include: [], exclude: [] })).count).toBe(evm.length)
})

test('a site can exclude more wallets than one request can contain', async () => {
  const exclude = evm.slice(0, 130).map(({ id }) => id)
  expect((await listWallets(onApi(), { entries: 100, page: 1, exclude })).wallets[0]?.id).toBe(
    evm[130]?.id,
  )
  expect(names(await listWallets(onApi(), { entries: 3, exclude: ['a,b'] }))).toHaveLength(3)
})

test('the site’s own wallets are listed first and once, and are searched and counted with the others', async () => {
  const metaMask = { id: 'io.metamask', name: 'My own fox', rdns: 'io.metamask' }
  const pocket = { id: 'org.pocket', name: 'Pocket' }
  const kit = onApi({ customWallets: [pocket, metaMask] })
  const first = await listWallets(kit)
  expect(first.count).toBe(evm.length + 1)
  expect(first.wallets.slice(0, 2)).toEqual([pocket, metaMask])
  expect(names(first)).not.toContain('MetaMask')
  expect(names(await listWallets(kit, { page: 2 }))).not.toContain('Pocket')
  expect(names(await listWallets(kit, { search: 'pock' }))[0]).toBe('Pocket')
  expect(names(await listWallets(kit, { search: 'metamask' }))).toEqual(['My own fox'])
  expect(names(await listWallets(kit, { include: ['org.pocket'] }))).toEqual(['Pocket'])
  expect(
    names(
      await listWallets(onApi({ customWallets, excludeWalletIds: ['pocket'] }), {
        search: 'pocket',
      }),
    ),
  ).not.toContain('Pocket')
})

test('without an API the site’s own wallets are listed without a request', async () => {
  const never: typeof fetch = () => Promise.reject(new Error('asked'))
  const { kit } = startTestKit({ customWallets, fetch: never })
  expect(await listWallets(kit)).toEqual({ count: 3, wallets: customWallets })
  expect(names(await listWallets(kit, { search: 'pock' }))).toEqual(['Pocket', 'My Pöcket'])
  expect(
    names(await listWallets(kit, { include: ['PURSE', 'org.pocket'], exclude: ['pocket'] })),
  ).toEqual(['Purse'])
  expect(await listWallets(kit, { page: 2, entries: 2 })).toEqual({
    count: 3,
    wallets: [customWallets[2]],
  })
  expect(await listWallets(startTestKit().kit)).toEqual({ count: 0, wallets: [] })
})

async function startApi(answer: TestAnswer) {
  const server = await startTestServer(answer)
  return { ...startTestKit({ services: { api: server.url } }), ...server }
}

test('the request has only the given parameters', async () => {
  const { kit, requests } = await startApi((response) => sendJson(response, { count: 0, data: [] }))
  await listWallets(kit, { page: 2, search: 'a'.repeat(200), include: ['a', 'b'] })
  const sent = Object.fromEntries(requests[0]?.url.searchParams ?? [])
  expect(sent).toMatchObject({
    page: '2',
    entries: '40',
    search: 'a'.repeat(100),
    include: 'a,b',
    chains: 'eip155:1',
  })
  expect(Object.keys(sent).toSorted()).toEqual([
    'chains',
    'entries',
    'include',
    'page',
    'search',
    'st',
    'sv',
  ])
})

test('an invalid row is left out, and unsafe links are removed', async () => {
  const { kit } = await startApi((response) =>
    sendJson(response, {
      count: 5,
      data: [
        null,
        { id: 1 },
        {
          id: 'a',
          name: 'A',
          mobile_link: 'javascript:alert(1)',
          homepage: 'data:text/html,x',
          image_url: 'javascript:1',
        },
        { name: 'B' },
        'c',
      ],
    }),
  )
  const {
    wallets: [only, ...rest],
  } = await listWallets(kit)
  expect(rest).toEqual([])
  expect(only).toMatchObject({ id: 'a', name: 'A' })
  expect([only?.mobile_link, only?.homepage, only?.image_url]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

test('the list is filtered by platform and badge, with and without an API', async () => {
  const list = [
    { id: 'a', name: 'A', app_store: 'https://a.example' },
    { id: 'b', name: 'B', mobile_link: 'b://', badge_type: 'certified' as const },
    { id: 'c', name: 'C', play_store: 'https://c.example' },
  ]
  const { kit, requests } = await startApi((response) =>
    sendJson(response, { count: 3, data: list }),
  )
  const own = startTestKit({ customWallets: list }).kit
  for (const one of [kit, own]) {
    expect(names(await listWallets(one, { platform: 'ios' }))).toEqual(['A', 'B'])
    expect(names(await listWallets(one, { platform: 'android' }))).toEqual(['B', 'C'])
    expect(names(await listWallets(one, { badge: 'certified' }))).toEqual(['B'])
    expect(names(await listWallets(one, { badge: 'none' }))).toEqual(['A', 'C'])
  }
  expect(
    requests.map(
      ({ url: { searchParams } }) => searchParams.get('platform') ?? searchParams.get('badge'),
    ),
  ).toEqual(['ios', 'android', 'certified', 'none'])
})

test('`include` and `exclude` also match the rdns of a wallet', async () => {
  const { kit } = await startApi((response) =>
    sendJson(response, {
      count: 2,
      data: [
        { id: '1', name: 'A', rdns: 'org.a' },
        { id: '2', name: 'B' },
      ],
    }),
  )
  expect(names(await listWallets(kit, { exclude: ['ORG.a'] }))).toEqual(['B'])
  expect(names(await listWallets(kit, { include: ['org.a'] }))).toEqual(['A'])
})

test('if the API ignores the filters, the kit filters the list', async () => {
  const { kit } = await startApi((response) =>
    sendJson(response, {
      count: 2,
      data: [
        { id: 'a', name: 'A' },
        { id: 'b', name: 'B' },
      ],
    }),
  )
  expect(names(await listWallets(kit, { include: ['A'] }))).toEqual(['A'])
  expect(names(await listWallets(kit, { exclude: ['a'] }))).toEqual(['B'])
})

test.each([
  ['httpFailed', (response) => sendJson(response, {}, 404)],
  ['answerInvalid', (response) => sendJson(response, { wallets: [] })],
  ['answerInvalid', (response) => void response.end('<html>')],
] as [string, TestAnswer][])(
  'if the API’s answer is invalid, listWallets fails with %s',
  async (code, answer) => {
    const { kit } = await startApi(answer)
    expect(await reasonOf(listWallets(kit))).toMatchObject({ code })
  },
)

test('if the signal aborts, listWallets fails with `requestAborted`', async () => {
  const { kit, received } = await startApi(() => {})
  const controller = new AbortController()
  const reason = reasonOf(listWallets(kit, { signal: controller.signal }))
  await received(1)
  controller.abort()
  expect(await reason).toMatchObject({ code: 'requestAborted' })
})
