import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { startTestWallet, type TestWallet } from '../testing/startTestWallet.ts'

const requests: string[] = []
const service = createServer((request: IncomingMessage, response: ServerResponse) => {
  let body = ''
  request
    .on('data', (part) => (body += part))
    .on('end', () => {
      requests.push(`${request.url} ${body}`)
      response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: '0x1' }))
    })
})
let origin: string
let wallet: TestWallet
beforeAll(async () => {
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  // a server on a port has an address of this type
  origin = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
  const network = { currency: { symbol: 'ETH', decimals: 18 }, rpcUrls: [origin] }
  wallet = await startTestWallet({
    networks: [
      { ...network, networkId: 'eip155:1', name: 'One', bundlerUrl: `${origin}/bundle?id=7` },
      { ...network, networkId: 'eip155:2', name: 'Two' },
    ],
    paymasters: [origin],
    trustProxy: 1,
    limits: { operations: { max: 20, refill: 1, everySeconds: 600 } },
  })
})
afterAll(async () => {
  await wallet.close()
  service.close()
})
beforeEach(() => void (requests.length = 0))

async function ask(path: string, body: unknown, from = '198.51.100.1') {
  const response = await fetch(`${wallet.url}${path}`, {
    method: 'POST',
    headers: { 'x-forwarded-for': from },
    body: JSON.stringify(body),
  })
  return response.status
}
const request = (method: string) => ({ jsonrpc: '2.0', id: 1, method, params: [] })

test('the server forwards operations to the bundler of the network, and no other method', async () => {
  expect(await ask('/v1/bundler?chainId=eip155:1', request('eth_sendUserOperation'))).toBe(200)
  expect(requests).toEqual([`/bundle?id=7 ${JSON.stringify(request('eth_sendUserOperation'))}`])
  for (const method of [
    'eth_sendRawTransaction',
    'pm_getPaymasterData',
    'debug_bundler_sendBundleNow',
  ])
    expect(await ask('/v1/bundler?chainId=eip155:1', request(method))).toBe(400)
  expect(await ask('/v1/bundler?chainId=eip155:2', request('eth_sendUserOperation'))).toBe(404)
  expect(await ask('/v1/bundler', request('eth_sendUserOperation'))).toBe(404)
  expect(requests).toHaveLength(1)
})

test('the server calls a paymaster at the operator’s origins, and at no other address', async () => {
  const at = (url: string, chainId = 'eip155:1') =>
    ask(
      `/v1/paymaster?chainId=${chainId}&url=${encodeURIComponent(url)}`,
      request('pm_getPaymasterData'),
    )
  expect(await at(`${origin}/v1/paymaster?projectId=a`)).toBe(200)
  expect(requests).toEqual([
    `/v1/paymaster?projectId=a ${JSON.stringify(request('pm_getPaymasterData'))}`,
  ])
  for (const url of [
    origin.replace('127.0.0.1', 'localhost'),
    origin.replace('http:', 'https:'),
    origin.replace('//', '//user:pass@'),
    `${origin}.example/`,
    'http://169.254.169.254/latest',
    'file:///etc/passwd',
    '',
  ])
    expect(await at(url), url).toBe(404)
  expect(await at(`${origin}/`, 'eip155:9')).toBe(404)
  expect(requests).toHaveLength(1)
})

test('the operator’s own paymaster is called, although sites may name no other', async () => {
  const ownPaymaster = `${origin}/v1/paymaster`
  const networks = [...(wallet.options.networks ?? [])]
  const own = await startTestWallet({ networks, ownPaymaster })
  onTestFinished(() => own.close())
  const at = async (url: string) => {
    const path = `/v1/paymaster?chainId=eip155:1&url=${encodeURIComponent(url)}`
    const body = JSON.stringify(request('pm_getPaymasterData'))
    return (await fetch(`${own.url}${path}`, { method: 'POST', body })).status
  }
  expect(await at(`${ownPaymaster}?chainId=eip155%3A1&projectId=shop`)).toBe(200)
  expect(await at(origin.replace('127.0.0.1', 'localhost'))).toBe(404)
})

test('a client that asks the bundler or paymasters too often is refused, other clients are not', async () => {
  const send = (from: string) =>
    ask('/v1/bundler?chainId=eip155:1', request('eth_sendUserOperation'), from)
  const pay = (from: string) =>
    ask(
      `/v1/paymaster?chainId=eip155:1&url=${encodeURIComponent(origin)}`,
      request('pm_getPaymasterData'),
      from,
    )
  for (let count = 0; count < 10; count++)
    expect([await send('198.51.100.2'), await pay('198.51.100.2')]).toEqual([200, 200])
  expect([await send('198.51.100.2'), await pay('198.51.100.2')]).toEqual([429, 429])
  expect(requests).toHaveLength(20)
  expect([await send('198.51.100.3'), await pay('198.51.100.3')]).toEqual([200, 200])
})
