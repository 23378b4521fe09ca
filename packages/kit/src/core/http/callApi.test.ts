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
  'a base URL with the path %j keeps that path, without slashes at its end',
  async (path) => {
    const { api, requests } = await start(
      (response) => sendJson(response, { http: [], ws: [] }),
      path,
    )
    await callApi(api, supportedChains, { query: {} })
    expect(requests[0]?.url.pathname).toBe(`${path.replace(/\/+$/, '')}/v1/supported-chains`)
  },
)

test('a request has the version of the kit, and the project and client if known', async () => {
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

test('the version in requests is the version of the package', () => {
  expect(kitVersion).toBe(manifest.version)
})

test('the path and the given query values are sent; undefined and empty ones are not', async () => {
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

test('a value in the path is encoded as one segment', async () => {
  const { api, requests } = await start((response) => sendJson(response, { balances: [] }))
  await callApi(api, accountBalance, {
    query: { address: '0x/../../secret?a=b#c' as `0x${string}`, currency: 'usd' },
  }) // a caller without types may pass such an address
  expect(requests[0]?.url.pathname).toBe('/v1/account/0x%2F..%2F..%2Fsecret%3Fa%3Db%23c/balance')
})

test('an API given as a path is requested at the origin of the page; without a page, callApi rejects', async () => {
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

test('a body is sent by POST', async () => {
  const { api, requests } = await start((response) => sendJson(response, { fungibles: [] }))
  const body = { currency: 'usd' as const, addresses: [`eip155:1:${address}`] }
  await callApi(api, fungiblePrice, { query: {}, body })
  expect(requests[0]).toMatchObject({ method: 'POST', body: JSON.stringify(body) })
})

test.each([[null], [[]], [{}], [{ http: 'eip155:1', ws: [] }], [{ http: ['mainnet'], ws: [] }]])(
  'an answer of %j rejects with `answerInvalid`',
  async (answer) => {
    const { api, requests } = await start((response) => sendJson(response, answer))
    await expect(callApi(api, supportedChains, { query: {} })).rejects.toMatchObject({
      code: 'answerInvalid',
    })
    expect(requests).toHaveLength(1)
  },
)

test('of 50,000 valid rows 1,000 are read; 50,000 invalid rows reject', async () => {
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

test('if a request fails or is aborted, callApi rejects with that error', async () => {
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

test('a path is joined to a base with one slash', () => {
  expect(joinUrl('https://example.org/api/', '/v1')).toBe('https://example.org/api/v1')
  expect(joinUrl('https://example.org', '/v1')).toBe('https://example.org/v1')
})
