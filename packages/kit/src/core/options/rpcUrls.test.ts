import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { createApi } from '../../../../../services/api/src/createApi.ts'
import { chainAt } from '../../../../../services/api/src/testing/chainAt.ts'
import { sendJson, startFakeNode } from '../../../../../services/api/src/testing/startFakeNode.ts'
import { startTestPage } from '../../chains/evm/startTestPage.ts'
import { networkOf, startTestKit } from '../../session/startTestKit.ts'
import { toKitNetwork } from '../contracts/network.ts'
import { rpcUrlsOf } from './rpcUrls.ts'

const chain = { id: 77, name: 'Seventy-seven', rpcUrl: 'http://127.0.0.1:1' }
const network = toKitNetwork(networkOf(chain))
const options = {
  metadata: { name: 'Shop', url: 'https://shop.example.org' },
  networks: [networkOf(chain)],
  adapters: [] as never,
} as const

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => void (await Promise.all(closing.splice(0).map((close) => close()))))

test('an API that serves only known projects answers the reads of a site with a known `projectId`', async () => {
  startTestPage()
  const node = await startFakeNode((_, response) =>
    sendJson(response, { jsonrpc: '2.0', id: 1, result: '0x2a' }),
  )
  const api = createApi({ chains: [chainAt(node.url)], projects: ['known'] })
  closing.push(api.close, node.close)
  const { url } = await api.listen({ port: 0 })
  // the network's own node does not answer, so the answer comes from the proxy
  const { kit } = startTestKit({ chains: [chain], services: { api: url }, projectId: 'known' })
  expect(await kit.request({ method: 'eth_blockNumber' })).toBe('0x2a')
})

test('an API given as a path gives a node URL at the origin of the page', () => {
  vi.stubGlobal('location', new URL('https://shop.example.org/till?a=b'))
  onTestFinished(() => void vi.unstubAllGlobals())
  expect(rpcUrlsOf(network, { ...options, services: { api: '/api/' } })[0]).toBe(
    'https://shop.example.org/api/v1?chainId=eip155%3A77',
  )
})

test('reads use the site’s nodes, else the proxy of the API, then public nodes if allowed; without an API, the network’s node', () => {
  expect(
    rpcUrlsOf(network, {
      ...options,
      customRpcUrls: { 'eip155:77': ['https://rpc.example.org'] },
      services: { api: 'https://api.example.org' },
    }),
  ).toEqual(['https://rpc.example.org'])
  expect(
    rpcUrlsOf(network, {
      ...options,
      services: { api: 'https://api.example.org/base/' },
      projectId: 'a&b',
    }),
  ).toEqual(['https://api.example.org/base/v1?chainId=eip155%3A77&projectId=a%26b'])
  expect(
    rpcUrlsOf(network, {
      ...options,
      services: { api: 'https://api.example.org' },
      publicNodes: true,
    }),
  ).toEqual(['https://api.example.org/v1?chainId=eip155%3A77', chain.rpcUrl])
  expect(rpcUrlsOf(network, options)).toEqual([chain.rpcUrl])
})

test('the proxy of Bitcoin is a base of paths', () => {
  const reference = '0f9188f13cb7b2c71f2a335e3a4fc328'
  const bitcoin = toKitNetwork({
    id: reference,
    name: 'Bitcoin',
    namespace: 'bip122',
    nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
    rpcUrls: { default: { http: ['http://127.0.0.1:1'] } },
  })
  const api = { ...options, services: { api: 'https://api.example.org/' } }
  expect(rpcUrlsOf(bitcoin, api)).toEqual([
    `https://api.example.org/v1/esplora/bip122:${reference}`,
  ])
  expect(rpcUrlsOf(bitcoin, { ...api, projectId: 'known', publicNodes: true })).toEqual([
    `https://api.example.org/v1/esplora/bip122:${reference}?projectId=known`,
    'http://127.0.0.1:1',
  ])
  expect(rpcUrlsOf(bitcoin, options)).toEqual(['http://127.0.0.1:1'])
})
