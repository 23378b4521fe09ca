// @vitest-environment jsdom
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, onTestFinished, test } from 'vitest'
import { loadQueries } from '../../../../core/queries/loadQueries.ts'
import { sendJson, startTestServer } from '../../../../core/testing/startTestServer.ts'
import { firstPageQuery } from '../../../../domains/wallets/walletsQuery.lazy.ts'
import { startTestKit } from '../../../../session/startTestKit.ts'
import { KitProvider } from '../../../button/KitProvider.tsx'
import { useAllWallets } from './useAllWallets.ts'
import type { AllWallets } from './useAllWallets.ts'
import { useSearchText } from './useSearchText.ts'

const catalogue = ['Aardvark', 'Ape', 'Quail', 'Quokka'].map((name) => ({ id: name, name }))
const listed = catalogue.slice(0, 2)

/** Starts a kit whose catalogue has more wallets than its first page, and collects its searches. */
async function start() {
  const searches: string[] = []
  const { url } = await startTestServer((response, request) => {
    const search = new URL(request.url ?? '', 'http://api').searchParams.get('search')
    if (search === null) return sendJson(response, { count: 100, data: listed })
    searches.push(search)
    const data = catalogue.filter(({ name }) => name.toLowerCase().includes(search))
    sendJson(response, { count: data.length, data })
  })
  const test = startTestKit({ services: { api: url } })
  const { client } = await loadQueries(test.kit)
  onTestFinished(() => client.clear())
  return { ...test, client, searches }
}

type Shown = { list: AllWallets; setText: (text: string) => void }

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
    names: () =>
      shown?.list.status === 'success' ? shown.list.wallets.map((one) => one.name) : [],
  }
}

test('the first render has the wallets of the answer that has counted them', async () => {
  const { kit, client } = await start()
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
  type('quo')
  type('quok')
  given.clock.advance(199)
  expect(given.searches).toEqual(['qu'])
  given.clock.advance(1)
  await expect.poll(() => given.searches).toEqual(['qu', 'quok'])
  await expect.poll(names).toEqual(['Quokka'])
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
