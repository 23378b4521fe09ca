import { InfiniteQueryObserver } from '@tanstack/query-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import catalogue from '../../../../../services/api/data/wallets.json' with { type: 'json' }
import { createApi } from '../../../../../services/api/src/createApi.ts'
import { chainAt } from '../../../../../services/api/src/testing/chainAt.ts'
import { startTestKit } from '../../session/startTestKit.ts'
import type { Kit } from '../../core/kit/kit.ts'
import type { KitOptions } from '../../core/options/options.ts'
import { sendJson, startTestServer } from '../../core/testing/startTestServer.ts'
import {
  countAll,
  featuredWalletsQuery,
  firstPageQuery,
  joinPages,
  recommendedWalletsQuery,
  walletPagesQuery,
  walletQuery,
  walletSearchQuery,
} from './walletsQuery.lazy.ts'
import { contextOf } from '../../core/kit/context.ts'

const api = createApi({ chains: [chainAt('http://127.0.0.1:1')] })
let apiUrl: string
beforeAll(async () => void (apiUrl = (await api.listen({ port: 0 })).url))
afterAll(() => api.close())

const evm = catalogue.filter(({ namespaces }) => namespaces.includes('eip155'))
const { signal } = new AbortController()

/** Starts a kit with the API, and collects the kit's requests, until the test ends. */
async function start(options: Partial<KitOptions> = {}) {
  const requests: URL[] = []
  const counted: typeof fetch = (...request) => {
    requests.push(new URL(String(request[0])))
    return fetch(...request)
  }
  const { kit } = startTestKit({ services: { api: apiUrl }, fetch: counted, ...options })
  const { client } = await contextOf(kit).queries()
  onTestFinished(() => client.clear())
  return { kit, requests, client }
}

const ids = (wallets: readonly { id: string }[]) => wallets.map(({ id }) => id)
const countOf = async (kit: Kit) => {
  const { client } = await contextOf(kit).queries()
  return countAll(kit, await client.fetchQuery(firstPageQuery(kit)))
}
const firstPage = async (kit: Kit) =>
  ids((await walletPagesQuery(kit).queryFn({ signal, pageParam: 1 })).wallets)

test('the answers to all wallet queries stay fresh for two hours', async () => {
  const { kit } = await start()
  for (const query of [
    walletPagesQuery(kit),
    walletSearchQuery(kit, 'a'),
    featuredWalletsQuery(kit),
    recommendedWalletsQuery(kit),
    firstPageQuery(kit),
    walletQuery(kit, 'a'),
  ])
    expect(query).toMatchObject({ staleTime: 7_200_000, gcTime: 7_200_000 })
})

test('all pages together are the whole list, each wallet once', async () => {
  const { kit, client } = await start({
    featuredWalletIds: ['phantom', 'me.rainbow'],
    customWallets: [{ id: 'org.pocket', name: 'Pocket' }],
  })
  const observer = new InfiniteQueryObserver(client, walletPagesQuery(kit))
  const stop = observer.subscribe(() => {})
  onTestFinished(stop)
  let result = await observer.fetchNextPage()
  while (result.hasNextPage) result = await observer.fetchNextPage()
  const all = ids(joinPages(result.data?.pages ?? []))
  expect(all.slice(0, 4)).toEqual(['app.phantom', 'me.rainbow', 'org.pocket', 'io.metamask'])
  expect(all.toSorted()).toEqual([...ids(evm), 'org.pocket'].toSorted())
  expect(result.data?.pages).toHaveLength(Math.ceil(evm.length / 40))
  expect(result.data?.pages[0]?.count).toBe(all.length)
  expect(await countOf(kit)).toBe(all.length)
})

test.each([
  ['a last page that is full', 40, 40],
  ['an empty page, even if the count is higher', 1_000_000, 0],
])('no page follows %s', async (_, count, length) => {
  const rows = Array.from({ length }, (_, index) => ({ id: `id${index}`, name: `Name ${index}` }))
  const { url } = await startTestServer((response) => sendJson(response, { count, data: rows }))
  const { kit, client } = await start({
    services: { api: url },
    customWallets: length ? [{ id: 'org.pocket', name: 'Pocket' }] : [],
  })
  const observer = new InfiniteQueryObserver(client, walletPagesQuery(kit))
  onTestFinished(observer.subscribe(() => {}))
  expect(await observer.fetchNextPage()).toMatchObject({
    hasNextPage: false,
    data: { pages: [{ wallets: { length: length && length + 1 } }] },
  })
})

test('includes and excludes apply to the list, the site’s own wallets and searches', async () => {
  const customWallets = [
    { id: 'org.pocket', name: 'Pocket' },
    { id: 'org.other', name: 'Other' },
  ]
  const { kit } = await start({
    includeWalletIds: ['io.metamask', 'Rainbow', 'Trust Wallet'],
    excludeWalletIds: ['TRUST WALLET', 'other'],
    customWallets,
  })
  expect(await firstPage(kit)).toEqual(['org.pocket', 'io.metamask', 'me.rainbow'])
  expect(await walletSearchQuery(kit, 'trust').queryFn({ signal })).toEqual([])
  expect(ids(await walletSearchQuery(kit, 'pocket').queryFn({ signal }))).toEqual(['org.pocket'])
})

test('a wallet of both the site and the catalogue appears and counts once, with the site’s data', async () => {
  const customWallets = [
    { id: 'own', name: 'Metamask', homepage: 'https://own.example' },
    { id: 'own-rainbow', name: 'Our rainbow', rdns: 'me.rainbow' },
    { id: 'org.pocket', name: 'Pocket' },
  ]
  const { kit } = await start({ customWallets, featuredWalletIds: ['me.rainbow'] })
  const page = await walletPagesQuery(kit).queryFn({ signal, pageParam: 1 })
  expect(ids(page.wallets).slice(0, 4)).toEqual(['own-rainbow', 'own', 'org.pocket', evm[1]?.id])
  expect(ids(page.wallets)).not.toContain('io.metamask')
  expect(page.count).toBe(evm.length + 1)
  expect(await countOf(kit)).toBe(evm.length + 1)
  expect(ids(await walletSearchQuery(kit, 'metamask').queryFn({ signal }))).toEqual(['own'])
})

test('a search has the same query key in any letter case', async () => {
  const { kit } = await start()
  expect(walletSearchQuery(kit, ' Rainbow ').queryKey).toEqual(
    walletSearchQuery(kit, 'rainbow').queryKey,
  )
  expect(ids(await walletSearchQuery(kit, 'RainBow').queryFn({ signal }))[0]).toBe('me.rainbow')
})

test('featured wallets keep the site’s order; without featured wallets there is no request', async () => {
  const { kit } = await start({
    featuredWalletIds: ['me.rainbow', 'METAMASK', 'nobody', 'org.pocket', 'io.metamask'],
    customWallets: [{ id: 'org.pocket', name: 'Pocket' }],
  })
  expect(ids(await featuredWalletsQuery(kit).queryFn({ signal }))).toEqual([
    'me.rainbow',
    'io.metamask',
    'org.pocket',
  ])
  const none = await start()
  expect(await featuredWalletsQuery(none.kit).queryFn({ signal })).toEqual([])
  expect(none.requests).toEqual([])
})

test('the first four wallets that are neither featured nor excluded are recommended', async () => {
  const { kit } = await start({
    featuredWalletIds: ['io.metamask'],
    excludeWalletIds: ['trust wallet'],
  })
  const rest = evm.filter(({ name }) => !['MetaMask', 'Trust Wallet'].includes(name))
  expect(ids(await recommendedWalletsQuery(kit).queryFn({ signal }))).toEqual(ids(rest.slice(0, 4)))
})

test('the count includes all wallets, and uses the request of the first page', async () => {
  const { kit, requests } = await start({ excludeWalletIds: ['metamask'] })
  expect(await countOf(kit)).toBe(evm.length - 1)
  await firstPage(kit)
  expect(requests.map(({ pathname }) => pathname)).toEqual(['/getWallets'])
})

test('a wallet known from a list is not requested again, and an unknown one is null', async () => {
  const { kit, requests, client } = await start({
    customWallets: [{ id: 'org.pocket', name: 'Pocket' }],
  })
  await client.fetchQuery(recommendedWalletsQuery(kit))
  await client.fetchInfiniteQuery(walletPagesQuery(kit))
  const before = requests.length
  const find = (id: string) => walletQuery(kit, id).queryFn({ signal })
  expect(await find('org.pocket')).toEqual({ id: 'org.pocket', name: 'Pocket' })
  expect(await find(evm[0]?.id ?? '')).toMatchObject({ name: 'MetaMask' })
  expect(await find(evm[39]?.id ?? '')).toMatchObject({ id: evm[39]?.id })
  expect(requests).toHaveLength(before)
  expect(await find(evm[300]?.id ?? '')).toMatchObject({ id: evm[300]?.id })
  expect(await find('nobody')).toBeNull()
  expect(requests).toHaveLength(before + 2)
})

test('without an API, only the wallets in the site’s options are listed', async () => {
  const customWallets = [
    { id: 'org.pocket', name: 'Pocket' },
    { id: 'org.purse', name: 'Purse' },
  ]
  const { kit, requests } = await start({
    services: {},
    customWallets,
    featuredWalletIds: ['purse'],
  })
  expect(await firstPage(kit)).toEqual(['org.purse', 'org.pocket'])
  expect(ids(await featuredWalletsQuery(kit).queryFn({ signal }))).toEqual(['org.purse'])
  expect(ids(await recommendedWalletsQuery(kit).queryFn({ signal }))).toEqual(['org.pocket'])
  expect(await countOf(kit)).toBe(2)
  expect(await walletQuery(kit, 'nobody').queryFn({ signal })).toBeNull()
  expect(requests).toEqual([])
})
