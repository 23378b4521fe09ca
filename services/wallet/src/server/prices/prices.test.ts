import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getPrice, maxPrice } from '@latchkey/protocol/walletPrices'
import * as fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { priceAnswer, priceCache } from '../limits.ts'
import type { TestDevice } from '../testing/createTestDevice.ts'
import { startTestWallet, type TestWallet } from '../testing/startTestWallet.ts'

const networkId = 'eip155:1'
const token = `0x${'aB'.repeat(20)}` as const
const id = `${networkId}:${token.toLowerCase()}`
const networks = [
  {
    networkId,
    name: 'Ethereum',
    currency: { symbol: 'ETH', decimals: 18 },
    rpcUrls: ['http://127.0.0.1:9'],
  },
]

const requests: { url: string | undefined; body: unknown }[] = []
/** The API's answer: a status and a body, or a handler. */
let answer: [number, string] | ((request: IncomingMessage, response: ServerResponse) => void)
const api = createServer(async (request, response) => {
  let body = ''
  for await (const part of request) body += String(part)
  requests.push({ url: request.url, body: JSON.parse(body) })
  if (typeof answer === 'function') return answer(request, response)
  const [status, text] = answer
  response.writeHead(status).end(text)
})

const entry = (price: unknown, address: unknown = id) => ({
  address,
  name: 'A',
  symbol: 'A',
  iconUrl: '',
  price,
  decimals: 6,
})
const refused = (field: string): [number, string] => [
  400,
  JSON.stringify({ status: 'FAILED', reasons: [{ field, name: field, description: '' }] }),
]
const priced = (price: unknown, address?: unknown): [number, string] => [
  200,
  JSON.stringify({ fungibles: [entry(price, address)] }),
]

let wallet: TestWallet
let device: TestDevice
let apiUrl: string
beforeAll(async () => {
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve))
  apiUrl = `http://127.0.0.1:${(api.address() as AddressInfo).port}` // a port, so no pipe
  wallet = await startTestWallet({ networks, pricesUrl: `${apiUrl}/base/?projectId=shop` })
  device = await loggedIn(wallet)
})
afterAll(async () => {
  await wallet.close()
  api.closeAllConnections()
  api.close()
})
beforeEach(() => {
  requests.length = 0
  wallet.pass(priceCache.lifetime)
})

async function loggedIn(at: TestWallet): Promise<TestDevice> {
  const own = await at.device()
  await at.logIn(own, 'ann@example.com')
  return own
}

test('the API is asked for a token’s price once a minute, whoever asks, and learns no more', async () => {
  answer = priced(0.25)
  const all = await Promise.all([1, 2, 3].map(() => device.ask(getPrice, { networkId, token })))
  expect(all).toEqual(Array(3).fill({ price: 0.25 }))
  expect(requests).toEqual([
    {
      url: '/base/v1/fungible/price?projectId=shop',
      body: { currency: 'usd', addresses: [id] },
    },
  ])
  answer = priced(0.5)
  wallet.pass(priceCache.lifetime - 1)
  expect(await device.ask(getPrice, { networkId, token })).toEqual({ price: 0.25 })
  wallet.pass(1)
  expect(await device.ask(getPrice, { networkId, token })).toEqual({ price: 0.5 })
  expect(requests).toHaveLength(2)
})

test('without a token, the price is that of the network’s currency', async () => {
  const own = `${networkId}:0x${'e'.repeat(40)}`
  answer = priced(2_469, own)
  expect(await device.ask(getPrice, { networkId })).toEqual({ price: 2_469 })
  expect(requests[0]?.body).toEqual({ currency: 'usd', addresses: [own] })
})

test('a device without a login, and another network, get no price', async () => {
  answer = priced(1)
  const stranger = await wallet.device()
  expect(await stranger.refusal(getPrice, { networkId, token })).toMatchObject({ status: 401 })
  expect(await device.refusal(getPrice, { networkId: 'eip155:2', token })).toMatchObject({
    status: 404,
  })
  expect(requests).toEqual([])
})

test.each<[string, [number, string]]>([
  ['a refusal', refused('projectId')],
  ['an unknown token', refused('asset')],
  ['an unknown price', priced(0)],
  ['a negative price', priced(-1)],
  ['a price that is too high', priced(maxPrice * 2)],
  ['a price beyond all numbers', [200, priced(1)[1].replace('"price":1', '"price":1e999')]],
  ['a price as text', priced('1')],
  ['the price of another token', priced(1, `${networkId}:0x${'1'.repeat(40)}`)],
  ['two prices', [200, JSON.stringify({ fungibles: [entry(1), entry(1)] })]],
  ['no price', [200, '{"fungibles":[]}']],
  ['no JSON', [200, '<html>']],
  ['a long answer', [200, `${' '.repeat(priceAnswer.bytes)}${priced(1)[1]}`]],
  ['a failure', [503, '']],
  ['a failure with a price', [500, priced(1)[1]]],
])('%s is null, and stored for a minute', async (_, said) => {
  answer = said
  expect(await device.ask(getPrice, { networkId, token })).toEqual({ price: null })
  answer = priced(1)
  expect(await device.ask(getPrice, { networkId, token })).toEqual({ price: null })
  expect(requests).toHaveLength(1)
})

test.each([
  ['asset', 0],
  ['projectId', 1],
])('a refusal because of %s is told in %i lines of the log', async (field, count) => {
  const told = () => wallet.lines.filter(({ route }) => route === 'prices').length
  const before = told()
  answer = refused(field)
  await device.ask(getPrice, { networkId, token })
  expect(told() - before).toBe(count)
})

test('an answer that leads elsewhere is not followed', async () => {
  answer = (_, response) => response.writeHead(307, { location: `${apiUrl}/other` }).end()
  expect(await device.ask(getPrice, { networkId, token })).toEqual({ price: null })
  expect(requests).toHaveLength(1)
})

test('an API that does not answer in time is null, and is told in the log without the token', async () => {
  answer = () => {}
  const started = performance.now()
  expect(await device.ask(getPrice, { networkId, token })).toEqual({ price: null })
  const took = performance.now() - started
  expect(took).toBeGreaterThan(priceAnswer.milliseconds - 50)
  expect(took).toBeLessThan(priceAnswer.milliseconds + 5_000)
  const line = wallet.lines.findLast(({ route }) => route === 'prices')
  expect(line).toMatchObject({ level: 'warn', error: expect.stringContaining('TimeLimitError') })
  expect(JSON.stringify(wallet.lines)).not.toContain(token.toLowerCase())
})

test('whatever the API answers, the price is null or a usable number', async () => {
  const hostile = fc.oneof(
    fc.json({ maxDepth: 4 }),
    fc.string(),
    fc
      .record({
        price: fc.oneof(
          fc.double(),
          fc.constantFrom(0, -0, 1e308, '1', null, [1], {}),
          fc.anything(),
        ),
        address: fc.constantFrom(id, id.toUpperCase(), '', null, 5),
      })
      .map(({ price, address }) => {
        const text = JSON.stringify({ fungibles: [{ price: Number(price), address }] })
        return text.replace('"price":null', '"price":1e400')
      }),
  )
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(200, 201, 204, 400, 404, 429, 500),
      hostile,
      async (status, text) => {
        wallet.pass(priceCache.lifetime)
        answer = [status, text]
        const { price } = await device.ask(getPrice, { networkId, token })
        if (price !== null) {
          expect(price).toBeGreaterThan(0)
          expect(price).toBeLessThanOrEqual(maxPrice)
          expect(JSON.parse(text).fungibles[0].price).toBe(price)
        }
      },
    ),
    { numRuns: 150 },
  )
})

test('without a source, no price is known; a client that asks too often is refused', async () => {
  const none = await startTestWallet({ networks })
  onTestFinished(() => none.close())
  expect(await (await loggedIn(none)).ask(getPrice, { networkId, token })).toEqual({ price: null })
  const { limits } = none.options
  const strict = await startTestWallet({
    networks,
    pricesUrl: apiUrl,
    limits: { ...limits, operations: { max: 1, refill: 1, everySeconds: 3_600 } },
  })
  onTestFinished(() => strict.close())
  const own = await loggedIn(strict)
  answer = priced(1)
  expect(await own.ask(getPrice, { networkId, token })).toEqual({ price: 1 })
  expect(await own.refusal(getPrice, { networkId, token })).toMatchObject({
    status: 429,
    error: 'tooManyRequests',
  })
})
