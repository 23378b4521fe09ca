// @vitest-environment jsdom
import * as counts from '@latchkey/protocol/counts'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, onTestFinished, test } from 'vitest'
import { loadQueries } from '../../../../core/queries/loadQueries.ts'
import { sendJson, startTestServer } from '../../../../core/testing/startTestServer.ts'
import { firstPageQuery, walletSearchQuery } from '../../../../domains/wallets/walletsQuery.lazy.ts'
import { startTestKit } from '../../../../session/startTestKit.ts'
import { KitProvider } from '../../../button/KitProvider.tsx'
import { useAllWallets } from './useAllWallets.ts'
import type { AllWallets } from './useAllWallets.ts'
import { useSearchText } from './useSearchText.ts'

/** Starts a kit whose catalogue has more wallets than its first page, and collects its searches. */
async function start(names = ['Aardvark', 'Ape', 'Quail', 'Quokka']) {
  const catalogue = names.map((name) => ({ id: name, name }))
  const listed = catalogue.slice(0, 2)
  const searches: string[] = []
  const { url } = await startTestServer((response, request) => {
    const search = new URL(request.url ?? '', 'http://api').searchParams.get('search')
    if (search === null) return sendJson(response, { count: 100, data: listed })
    searches.push(search)
    const found = catalogue.filter(({ name }) => name.toLowerCase().includes(search))
    sendJson(response, { count: found.length, data: found.slice(0, counts.walletSearchPage) })
  })
  const test = startTestKit({ services: { api: url } })
  const { client } = await loadQueries(test.kit)
  onTestFinished(() => client.clear())
  return { ...test, client, listed, searches }
}

type Shown = { list: AllWallets; setText: (text: string) => string }

/** Renders the search of a kit until the test ends. */
function show({ kit }: Awaited<ReturnType<typeof start>>) {
  let shown: Shown | undefined
  function Component() {
    const { setText, ...typed } = useSearchText('')
    const [list] = useAllWallets(typed)
    shown = { list, setText }
    return null
  }
  const root = createRoot(document.createElement('div'))
  const render = (
    <KitProvider kit={kit}>
      <Component />
    </KitProvider>
  )
  flushSync(() => root.render(render))
  onTestFinished(() => root.unmount())
  return {
    type: (text: string) => flushSync(() => shown?.setText(text)),
    list: () => shown?.list,
    names: () =>
      shown?.list.status === 'success' ? shown.list.wallets.map((one) => one.name) : [],
  }
}

test('the first render has the wallets of the answer that has counted them', async () => {
  const { kit, client, listed } = await start()
  await client.fetchQuery(firstPageQuery(kit))
  let first: AllWallets | undefined
  function Component() {
    const [list] = useAllWallets({ text: '', search: '', requested: '' })
    first ??= list
    return null
  }
  renderToString(
    <KitProvider kit={kit}>
      <Component />
    </KitProvider>,
  )
  expect(first).toMatchObject({ status: 'success', count: 100, wallets: listed, more: 'idle' })
})

test('a search is requested at its first change, and again when the typing pauses', async () => {
  const given = await start()
  await given.client.fetchQuery(firstPageQuery(given.kit))
  const { type, names } = show(given)
  type('q')
  expect(given.searches).toEqual([]) // a single letter does not search
  type('qu')
  await expect.poll(() => given.searches).toEqual(['qu'])
  type('ap')
  type('ape')
  given.clock.advance(199)
  expect(given.searches).toEqual(['qu'])
  given.clock.advance(1)
  await expect.poll(() => given.searches).toEqual(['qu', 'ape'])
  await expect.poll(names).toEqual(['Ape'])
})

test('the answer of a search that was not full is the answer of each longer search', async () => {
  const given = await start()
  await given.client.fetchQuery(firstPageQuery(given.kit))
  const { type, names, list } = show(given)
  type('qu')
  await expect.poll(names).toEqual(['Quail', 'Quokka'])
  type('quok')
  expect(list()).toMatchObject({ more: 'none', count: 1 })
  type('quokx')
  expect(list()).toMatchObject({ status: 'success', count: 0 })
  given.clock.advance(1000)
  type('quoka')
  given.clock.advance(1000)
  await given.client.fetchQuery(walletSearchQuery(given.kit, 'other'))
  expect(given.searches).toEqual(['qu', 'other'])
})

test('a longer search of a full answer is requested', async () => {
  const many = Array.from({ length: counts.walletSearchPage }, (_, index) => `Wallet ${index}`)
  const given = await start([...many, 'Wallet quokka'])
  await given.client.fetchQuery(firstPageQuery(given.kit))
  const { type, names } = show(given)
  type('wallet')
  await expect.poll(() => names().length).toBe(counts.walletSearchPage)
  type('wallet q')
  expect(names()).toEqual([])
  given.clock.advance(200)
  await expect.poll(names).toEqual(['Wallet quokka'])
})

test('a further letter shows at once what an earlier answer has found', async () => {
  const given = await start()
  await given.client.fetchQuery(firstPageQuery(given.kit))
  const { type, names } = show(given)
  type('qu')
  await expect.poll(names).toEqual(['Quail', 'Quokka'])
  type('quo')
  expect(names()).toEqual(['Quokka'])
  type('ap')
  expect(names()).toEqual(['Ape'])
})
