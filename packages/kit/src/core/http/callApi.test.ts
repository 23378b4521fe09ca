import { accountBalance, fungiblePrice, supportedChains } from '@latchkey/protocol/api'
import { expect, onTestFinished, test, vi } from 'vitest'
import { reasonOf } from '../../session/startTestKit.ts'
import { callApi } from './callApi.ts'
import { joinUrl } from './joinUrl.ts'
import { sendJson, startTestServer } from '../testing/startTestServer.ts'
import type { TestAnswer } from '../testing/startTestServer.ts'
import { startTestClock } from '../testing/startTestClock.ts'
import { kitVersion } from '../kit/version.ts'
import manifest from '../../../package.json' with { type: 'json' }

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

async function start(answer: TestAnswer, path = '') {
  const server = await startTestServer(answer)
  return { ...server, api: { apiUrl: server.url + path, clock: startTestClock(), fetch } }
}

test.each(['', '/', '/latchkey/api', '/latchkey/api//'])(
  'keeps the path of a base that ends in %j',
  async (path) => {
    const { api, requests } = await start(
      (response) => sendJson(response, { http: [], ws: [] }),
      path,
    )
    await callApi(api, supportedChains, { query: {} })
    expect(requests[0]?.url.pathname).toBe(`${path.replace(/\/+$/, '')}/v1/supported-chains`)
  },
)

test('says which kit asks, and for which project when there is one', async () => {
  const { api, requests } = await start((response) =>
    sendJson(response, { http: ['eip155:1'], ws: [] }),
  )
  await callApi(api, supportedChains, { query: {} })
  expect(requests[0]?.url.search).toBe(`?st=latchkey&sv=${kitVersion}`)
  expect(await callApi({ ...api, projectId: 'shop & co' }, supportedChains, { query: {} })).toEqual(
    { http: ['eip155:1'], ws: [] },
  )
  expect(requests[1]?.url.searchParams.get('projectId')).toBe('shop & co')
  await callApi({ ...api, clientId: 'did:key:z6Mk' }, supportedChains, { query: {} })
  expect(requests[2]?.url.searchParams.get('clientId')).toBe('did:key:z6Mk')
})

test('the version it says is the one of the package', () => {
  expect(kitVersion).toBe(manifest.version)
})

test('fills the path, sends what is given and nothing that is not', async () => {
  const { api, requests } = await start((response) => sendJson(response, { balances: [] }))
  await callApi(api, accountBalance, {
    query: { address, currency: 'usd', chainId: undefined, forceUpdate: '', clientId: undefined },
  })
  expect(requests[0]?.url.pathname).toBe(`/v1/account/${address}/balance`)
  expect(Object.fromEntries(requests[0]?.url.searchParams ?? [])).toEqual({
    currency: 'usd',
    st: 'latchkey',
    sv: kitVersion,
  })
})

test('a value in the path stays one part of it', async () => {
  const { api, requests } = await start((response) => sendJson(response, { balances: [] }))
  await callApi(api, accountBalance, {
    query: { address: '0x/../../secret?a=b#c' as `0x${string}`, currency: 'usd' },
  }) // a value that a caller without types may pass
  expect(requests[0]?.url.pathname).toBe('/v1/account/0x%2F..%2F..%2Fsecret%3Fa%3Db%23c/balance')
})

test('an API at a path of the site is asked on the page’s own origin; without a page nobody is asked', async () => {
  const { url, requests } = await startTestServer((response) =>
    sendJson(response, { http: [], ws: [] }),
  )
  expect(
    await reasonOf(
      callApi({ apiUrl: '/api', clock: startTestClock(), fetch }, supportedChains, { query: {} }),
    ),
  ).toMatchObject({
    code: 'optionInvalid',
    message: expect.stringContaining('"services.api" is a path'),
  })
  vi.stubGlobal('location', new URL(url))
  onTestFinished(() => void vi.unstubAllGlobals())
  expect(
    await callApi({ apiUrl: '/api', clock: startTestClock(), fetch }, supportedChains, {
      query: {},
    }),
  ).toEqual({ http: [], ws: [] })
  expect(requests[0]?.url.pathname).toBe('/api/v1/supported-chains')
})

test('sends a body', async () => {
  const { api, requests } = await start((response) => sendJson(response, { fungibles: [] }))
  const body = { currency: 'usd' as const, addresses: [`eip155:1:${address}`] }
  await callApi(api, fungiblePrice, { query: {}, body })
  expect(requests[0]).toMatchObject({ method: 'POST', body: JSON.stringify(body) })
})

test.each([[null], [[]], [{}], [{ http: 'eip155:1', ws: [] }], [{ http: ['mainnet'], ws: [] }]])(
  'an answer of %j is of no known form',
  async (answer) => {
    const { api, requests } = await start((response) => sendJson(response, answer))
    await expect(callApi(api, supportedChains, { query: {} })).rejects.toMatchObject({
      code: 'answerInvalid',
    })
    expect(requests).toHaveLength(1)
  },
)

test('of 50,000 good rows a thousand are taken, and of as many bad ones one is looked at', async () => {
  const row = {
    name: 'Ether',
    symbol: 'ETH',
    price: 0,
    quantity: { decimals: '18', numeric: '1' },
    iconUrl: '',
  }
  const ask = async (balances: readonly object[]) =>
    callApi((await start((response) => sendJson(response, { balances }))).api, accountBalance, {
      query: { address, currency: 'usd' },
    })
  expect((await ask(Array.from({ length: 50_000 }, () => row))).balances).toHaveLength(1_000)
  await expect(ask(Array.from({ length: 50_000 }, () => ({})))).rejects.toMatchObject({
    code: 'answerInvalid',
    cause: { fault: 'shape' },
  })
})

test('passes failures and aborts on', async () => {
  const { api } = await start((response) =>
    sendJson(response, { status: 'FAILED', reasons: [{ description: 'Unknown project' }] }, 401),
  )
  await expect(callApi(api, supportedChains, { query: {} })).rejects.toMatchObject({
    code: 'httpFailed',
    status: 401,
    details: 'Unknown project',
  })
  await expect(
    callApi(api, supportedChains, { query: {}, signal: AbortSignal.abort() }),
  ).rejects.toMatchObject({ code: 'requestAborted' })
})

test('joins a path to a base without losing or doubling anything', () => {
  expect(joinUrl('https://example.org/api/', '/v1')).toBe('https://example.org/api/v1')
  expect(joinUrl('https://example.org', '/v1')).toBe('https://example.org/v1')
})
