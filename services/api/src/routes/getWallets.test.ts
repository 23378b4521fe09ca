import { getWallets as endpoint } from '@latchkey/protocol/walletList'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import catalogue from '../../data/wallets.json' with { type: 'json' }
import { createApi } from '../createApi.ts'
import { chainAt } from '../testing/chainAt.ts'

const chains = [chainAt('http://127.0.0.1:1')]
const { app } = createApi({ chains })

type Answer = { count: number; data: ({ id: string; name: string } & Record<string, unknown>)[] }

async function request(query: string, to = app): Promise<Answer> {
  const response = await to.request(`/getWallets?${query}`)
  expect(response.status, await response.clone().text()).toBe(200)
  return (await response.json()) as Answer // the tests check the shape
}
const names = async (query: string, to = app) =>
  (await request(query, to)).data.map(({ name }) => name)

test('the API answers with the first 40 wallets, in order, in the shape of the contract', async () => {
  const answer = await request('projectId=p&st=appkit&sv=1')
  expect(answer.count).toBe(catalogue.length)
  expect(answer.data).toHaveLength(40)
  expect(v.parse(endpoint.answer, answer).data).toHaveLength(40)
  expect(answer.data[0]).toEqual({
    id: 'io.metamask',
    name: 'MetaMask',
    homepage: 'https://metamask.io/',
    image_id: 'io.metamask',
    order: 1,
    badge_type: null,
    chains: ['eip155:1'],
    mobile_link: 'metamask://',
    link_mode: 'https://metamask.app.link',
    desktop_link: null,
    webapp_link: null,
    app_store: expect.stringMatching(/^https:\/\/apps/),
    play_store: expect.stringMatching(/^https:\/\/play/),
    chrome_store: expect.stringMatching(/^https:/),
    firefox_store: expect.any(String),
    edge_store: expect.any(String),
    opera_store: expect.any(String),
    in_app_browser: 'https://metamask.app.link/dapp/',
    rdns: 'io.metamask',
    injected: null,
    supports_wc: true,
  })
})

test('every wallet is on exactly one page, and later pages are empty', async () => {
  const pages = await Promise.all(
    Array.from({ length: 14 }, (_, index) => request(`page=${index + 1}`)),
  )
  expect(pages.flatMap(({ data }) => data.map(({ id }) => id))).toEqual(
    catalogue.map(({ id }) => id),
  )
  expect(await request('page=15')).toEqual({ count: catalogue.length, data: [] })
  expect(await request('page=1000000&entries=100')).toEqual({ count: catalogue.length, data: [] })
})

test('a search finds wallets by name in any letter case, and lists the best match first', async () => {
  expect((await names('search=Trust'))[0]).toBe('Trust Wallet')
  expect(await names('search=tRuSt%20%20wALLet')).toEqual(['Trust Wallet'])
  expect((await names('search=wallet')).length).toBe(40)
  expect(await request('search=nobodynamesawalletlikethis')).toEqual({ count: 0, data: [] })
  expect((await request('search=')).count).toBe(catalogue.length)
  const found = await names('search=rain&entries=100')
  const rank = (name: string) => (/^rain/i.test(name) ? 0 : /\brain/i.test(name) ? 1 : 2)
  expect(found.map(rank)).toEqual(found.map(rank).toSorted())
})

test('`include` and `exclude` accept ids and names in any letter case', async () => {
  expect(await names('include=me.rainbow,IO.METAMASK,phantom,nobody')).toEqual([
    'MetaMask',
    'Phantom',
    'Rainbow',
  ])
  expect(await request('include=nobody')).toEqual({ count: 0, data: [] })
  const { count, data } = await request('exclude=io.metamask,trust%20wallet')
  expect([count, data[0]?.name]).toEqual([catalogue.length - 2, 'Phantom'])
  expect(await names('include=io.metamask,phantom&exclude=MetaMask')).toEqual(['Phantom'])
})

test('`supports_wc` is false for a wallet without links, and absent for an app that may read QR codes', async () => {
  const { data } = await request('include=io.metamask,app.phantom,com.coinbase.wallet')
  expect(data.map(({ name, supports_wc }) => [name, supports_wc])).toEqual([
    ['MetaMask', true],
    ['Phantom', false],
    ['Base App', undefined],
  ])
})

test('`chains` finds wallets that support any of the requested networks', async () => {
  const solana = await request('chains=solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp&entries=100')
  expect(solana.count).toBe(
    catalogue.filter(({ namespaces }) => namespaces.includes('solana')).length,
  )
  expect((await request('chains=eip155:424242')).count).toBe(
    catalogue.filter(({ namespaces }) => namespaces.includes('eip155')).length,
  )
  expect((await request('chains=eip155:1,solana:x')).count).toBe(
    catalogue.filter(
      ({ namespaces }) => namespaces.includes('eip155') || namespaces.includes('solana'),
    ).length,
  )
})

/** Rows of another wallet list, of which one is invalid. */
const listed = [
  {
    id: '1',
    name: 'Gold',
    chains: ['eip155:1', 'eip155:10'],
    badge_type: 'certified',
    mobile_link: 'gold://',
    rdns: 'org.gold',
    order: 3,
  },
  {
    id: '2',
    name: 'Silver',
    chains: ['eip155:10'],
    app_store: 'https://apps.example.org/silver',
    image_url: 'https://pictures.example.org/silver.png',
    order: 1,
  },
  {
    id: '3',
    name: 'Bronze',
    chains: ['solana:a'],
    play_store: 'https://play.example.org/bronze',
    homepage: 'javascript:alert(1)',
    order: 2,
  },
  { id: '3', name: 'Bronze again', order: 4 },
]

test("the operator's list may have the shape of the wallet list", async () => {
  const other = createApi({ chains, wallets: listed }).app
  expect(await names('', other)).toEqual(['Silver', 'Bronze', 'Gold'])
  expect((await request('include=silver', other)).data[0]).toMatchObject({
    image_id: null,
    image_url: 'https://pictures.example.org/silver.png',
  })
  expect((await request('include=bronze', other)).data[0]).toMatchObject({ homepage: null })
  expect(await names('chains=eip155:1', other)).toEqual(['Gold'])
  expect(await names('chains=eip155:10', other)).toEqual(['Silver', 'Gold'])
  expect(await names('badge_type=certified', other)).toEqual(['Gold'])
  expect(await names('badge=none', other)).toEqual(['Silver', 'Bronze'])
  expect(await names('platform=ios', other)).toEqual(['Silver', 'Gold'])
  expect(await names('platform=android', other)).toEqual(['Bronze', 'Gold'])
  expect(await names('rdns=org.gold&names=SILVER', other)).toEqual(['Silver', 'Gold'])
  expect(await names('sort=wcpay&include_pay_only=true', other)).toHaveLength(3)
})

test('a wallet with a drawing has an image id, also a wallet of another list with the same name', async () => {
  const drawn = (await request('entries=100')).data.filter(({ image_id }) => image_id !== null)
  expect(drawn.map(({ id }) => id)).toEqual(
    catalogue
      .slice(0, 100)
      .filter(({ icon }) => icon)
      .map(({ id }) => id),
  )
  const other = createApi({
    chains,
    wallets: [
      { id: 'abc', name: 'rainbow' },
      { id: 'def', name: 'Nobody' },
    ],
  }).app
  expect((await request('', other)).data.map(({ image_id }) => image_id)).toEqual(['abc', null])
  expect(await (await other.request('/getWalletImage/abc')).text()).not.toContain('<text')
})

test("the monogram of a wallet in the operator's list has the first letters of its name", async () => {
  const other = createApi({ chains, wallets: listed }).app
  expect(await (await other.request('/getWalletImage/2')).text()).toContain('>SI<')
})

test('the API answers 304 when the client has the current answer', async () => {
  const first = await app.request('/getWallets?page=2')
  const etag = first.headers.get('etag') ?? ''
  expect(first.headers.get('cache-control')).toMatch(/^public, max-age=7200,/)
  const again = await app.request('/getWallets?page=2', {
    headers: { 'if-none-match': `"other", W/${etag}` },
  })
  expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag])
  const other = await app.request('/getWallets?page=3', { headers: { 'if-none-match': etag } })
  expect([other.status, other.headers.get('etag') === etag]).toEqual([200, false])
})

test('until another catalogue answers, the shipped list is cached for half a minute only', async () => {
  const other = createApi({ chains, walletsUrl: 'http://127.0.0.1:1/wallets.json' }).app
  const response = await other.request('/getWallets')
  expect([response.status, response.headers.get('cache-control')]).toEqual([
    200,
    'public, max-age=30',
  ])
})

test.each([
  ['page', 'page=0'],
  ['page', 'page=-1'],
  ['page', 'page=1.5'],
  ['page', 'page=abc'],
  ['page', 'page=1e3'],
  ['page', 'page='],
  ['page', 'page=99999999999999999999'],
  ['page', 'page=1&page=2'],
  ['entries', 'entries=1e9'],
  ['entries', 'entries=1000000000'],
  ['entries', 'entries=101'],
  ['entries', 'entries=0'],
  ['entries', 'entries=NaN'],
  ['search', `search=${'a'.repeat(101)}`],
  ['search', `search=${'a'.repeat(1_000_000)}`],
  ['search', 'search=a&search=b'],
  ['include', `include=${Array.from({ length: 101 }, (_, id) => id).join(',')}`],
  ['exclude', `exclude=${'a'.repeat(20_000)}`],
  ['', 'chains=solana'],
  ['', 'chains=eip155:1,'],
  ['platform', 'platform=windows'],
  ['badge_type', 'badge_type=gold'],
  ['badge', 'badge=gold'],
  ['sort', 'sort=name'],
  ['include_pay_only', 'include_pay_only=1'],
])('when %s is invalid, the error names it (%#)', async (field, query) => {
  const response = await app.request(`/getWallets?${query}`)
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({
    status: 'FAILED',
    reasons: [{ field, description: expect.stringMatching(/^.{3,60}$/) }],
  })
  expect(response.headers.get('cache-control')).toBe('no-store')
})

test('a search with unusual characters gets an answer', async () => {
  for (const search of [
    '%00',
    '%FF%FE',
    '__proto__',
    'constructor',
    '%2e%2a%28',
    '%F0%9F%A6%8A',
    '%E2%80%AE',
    '('.repeat(100),
  ])
    expect((await request(`search=${search}`)).count, search).toBeLessThan(5)
  for (const id of ['__proto__', 'constructor', 'toString'])
    expect(await request(`include=${id}`)).toEqual({ count: 0, data: [] })
})

test('a request that is too long is refused, and does not affect other requests', async () => {
  const api = createApi({ chains })
  const { url } = await api.listen({ port: 0 })
  expect((await fetch(`${url}/getWallets?search=${'a'.repeat(1_000_000)}`)).status).toBe(431)
  expect((await fetch(`${url}/getWallets?search=trust`)).status).toBe(200)
  await api.close()
})

test('the API serves a list of 5,000 wallets', async () => {
  const many = Array.from({ length: 5_000 }, (_, index) => ({
    id: `org.example.wallet${index}`,
    name: `Wallet ${index}`,
    namespaces: ['eip155'],
    mobile: { native: `w${index}://`, universal: null },
    order: 5_000 - index,
  }))
  const other = createApi({ chains, wallets: many }).app
  const ids = new Set<string>()
  for (let page = 1; page <= 50; page++)
    for (const { id } of (await request(`page=${page}&entries=100`, other)).data) ids.add(id)
  expect(ids.size).toBe(5_000)
  expect(await names('search=wallet+4999', other)).toEqual(['Wallet 4999'])
  expect((await request('search=49', other)).count).toBe(
    many.filter(({ name }) => name.includes('49')).length,
  )
})
