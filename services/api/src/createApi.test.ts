import { connect } from 'node:net'
import { expect, test } from 'vitest'
import type { LogLine } from './options.ts'
import { chainAt } from './testing/chainAt.ts'
import { deferred } from '@latchkey/server/testing/deferred'
import { reasonOf, startIsolatedApis } from './testing/startIsolatedApis.ts'
import { sendJson } from './testing/startFakeNode.ts'

const { start, node } = startIsolatedApis()

const account = `0x${'12'.repeat(20)}`

test('`/health` answers 200 with the version', async () => {
  const { url } = await start()
  const response = await fetch(`${url}/health`)
  expect(response.status).toBe(200)
  expect(await response.text()).toMatch(/\d+\.\d+\.\d+/)
})

test('the API lists the networks, and allows caches to store the list for a day', async () => {
  const { url } = await start({ projects: ['known'] })
  const response = await fetch(`${url}/v1/supported-chains?projectId=unknown&st=kit&sv=1`)
  expect(await response.json()).toEqual({ http: ['eip155:77'], ws: [] })
  expect(response.headers.get('cache-control')).toBe('public, max-age=86400, s-maxage=86400')
})

test('the API answers an unknown path, a wrong method and a stream with an error body', async () => {
  const { url } = await start()
  const [missing, wrong, stream] = await Promise.all([
    fetch(`${url}/v2/nothing`),
    fetch(`${url}/health`, { method: 'DELETE' }),
    fetch(`${url}/v1?chainId=eip155:77`),
  ])
  expect([missing.status, wrong.status, stream.status]).toEqual([404, 405, 426])
  expect(wrong.headers.get('allow')).toBe('GET')
  for (const response of [missing, wrong, stream])
    expect(await reasonOf(response)).toMatchObject({ field: '', name: '' })
})

test('any site may send requests and read the headers of the contract', async () => {
  const { url } = await start()
  const preflight = await fetch(`${url}/v1/fungible/price`, {
    method: 'OPTIONS',
    headers: {
      origin: 'https://shop.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type',
    },
  })
  expect(preflight.status).toBe(204)
  expect(preflight.headers.get('access-control-allow-origin')).toBe('*')
  expect(preflight.headers.get('access-control-allow-headers')).toContain('x-sdk-version')
  expect(preflight.headers.get('access-control-allow-methods')).toBe('GET,POST')
  const failed = await fetch(`${url}/v2`, { headers: { origin: 'https://shop.example' } })
  expect(failed.headers.get('access-control-allow-origin')).toBe('*')
  expect(failed.headers.get('access-control-expose-headers')).toBe(
    'x-request-id,retry-after,date,x-latchkey-unavailable',
  )
  expect(failed.headers.has('access-control-allow-credentials')).toBe(false)
})

test('the header `date` of every answer has the time of the API’s clock', async () => {
  const now = Date.UTC(2031, 1, 3, 4, 5, 6, 789)
  const { url } = await start({ clock: { now: () => now } })
  for (const path of ['/health', '/v2'])
    expect((await fetch(`${url}${path}`)).headers.get('date')).toBe('Mon, 03 Feb 2031 04:05:06 GMT')
})

test('the API gives every request an id, and keeps the client’s id if it is valid', async () => {
  const { url } = await start()
  const idOf = async (given?: string) =>
    (await fetch(`${url}/health`, { headers: given ? { 'x-request-id': given } : {} })).headers.get(
      'x-request-id',
    )
  expect(await idOf('req-1')).toBe('req-1')
  expect(await idOf()).toMatch(/^[0-9a-f-]{36}$/)
  expect(await idOf('a b<script>')).toMatch(/^[0-9a-f-]{36}$/)
  expect(await idOf('x'.repeat(65))).toMatch(/^[0-9a-f-]{36}$/)
  expect(await idOf(account)).toMatch(/^[0-9a-f-]{36}$/)
})

test('the API accepts only known projects, with the id in the query or in the body', async () => {
  const { url } = await start({ projects: ['known'] })
  const request = (projectId: string) =>
    fetch(`${url}/v1/account/${account}/balance?currency=usd${projectId}`)
  const [missing, unknown, known] = [
    await request(''),
    await request('&projectId=other'),
    await request('&projectId=known'),
  ]
  expect([missing.status, unknown.status, known.status]).toEqual([400, 401, 503])
  expect(await reasonOf(unknown)).toMatchObject({ field: 'authentication' })
  const inBody = (projectId: string) =>
    fetch(`${url}/v1/fungible/price`, {
      method: 'POST',
      body: JSON.stringify({ projectId, currency: 'usd', addresses: [] }),
    })
  expect((await inBody('other')).status).toBe(401)
  expect((await inBody('known')).status).toBe(400)
})

test.each([
  ['an unknown currency', `/v1/account/${account}/balance?currency=chf`, 'currency'],
  ['a request without a currency', `/v1/account/${account}/balance`, 'currency'],
  ['a currency without a source', `/v1/account/${account}/balance?currency=eur`, 'currency'],
  ['an invalid address', '/v1/account/0x12/balance?currency=usd', 'address'],
  ['an address with a percent sign', '/v1/account/%E0%A4%A/balance?currency=usd', 'address'],
  [
    'a network of another service',
    `/v1/account/${account}/balance?currency=usd&chainId=eip155:1`,
    'chainId',
  ],
  ['a malformed network', `/v1/account/${account}/balance?currency=usd&chainId=77`, ''],
  ['an empty network', `/v1/account/${account}/balance?currency=usd&chainId=`, ''],
  ['a parameter twice', `/v1/account/${account}/balance?currency=usd&sv=1&sv=2`, 'sv'],
  [
    'malformed tokens to read anew',
    `/v1/account/${account}/balance?currency=usd&forceUpdate=eip155:77`,
    '',
  ],
  [
    'too many tokens to read anew',
    `/v1/account/${account}/balance?currency=usd&forceUpdate=${Array(101).fill(`eip155:77:${account}`).join()}`,
    '',
  ],
  [
    'tokens to read anew on another network',
    `/v1/account/${account}/balance?currency=usd&forceUpdate=eip155:1:${account}`,
    'chainId',
  ],
  [
    'tokens to read anew without an address',
    `/v1/account/${account}/balance?currency=usd&forceUpdate=eip155:77:abc`,
    'address',
  ],
  [
    'a project id of a thousand letters',
    `/v1/account/${account}/balance?currency=usd&projectId=${'x'.repeat(1000)}`,
    'projectId',
  ],
])('the API answers 400 to %s, and names the field', async (_, path, field) => {
  const { url } = await start()
  const response = await fetch(url + path)
  expect(response.status).toBe(400)
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(await reasonOf(response)).toMatchObject({ field, name: field })
})

test.each([
  ['zero bytes', '', 400],
  ['invalid JSON', '{"currency":', 400],
  ['a list', '[]', 400],
  ['null', 'null', 400],
  ['no addresses', '{"currency":"usd","addresses":[]}', 400],
  ['addresses of the wrong type', '{"currency":"usd","addresses":[1]}', 400],
  ['a prototype', '{"__proto__":{"currency":"usd"},"addresses":["eip155:77:0x"]}', 400],
  [
    'more addresses than a request may hold',
    JSON.stringify({ currency: 'usd', addresses: Array(101).fill(`eip155:77:${account}`) }),
    400,
  ],
  ['more values than a request needs', `[${'0,'.repeat(129_999)}0]`, 400],
  ['JSON nested 5,000 deep', '['.repeat(5_000) + ']'.repeat(5_000), 400],
  [
    'more than 256 KiB',
    JSON.stringify({ currency: 'usd', addresses: ['x'.repeat(257 * 1024)] }),
    413,
  ],
])('the API refuses a body of %s', async (_, body, status) => {
  const { url } = await start()
  const response = await fetch(`${url}/v1/fungible/price`, { method: 'POST', body })
  expect(response.status).toBe(status)
  expect((await reasonOf(response))?.description).not.toBe('')
})

test('the API refuses a body without a stated length as soon as the body exceeds the limit', async () => {
  const { url } = await start()
  const part = new TextEncoder().encode('x'.repeat(64 * 1024))
  let sent = 0
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => (sent++ < 1_000 ? controller.enqueue(part) : controller.close()),
  })
  // With `duplex`, Node's fetch reads the answer before the whole request is sent. The DOM's type
  // lacks this option.
  const response = await fetch(`${url}/v1/fungible/price`, {
    method: 'POST',
    body,
    duplex: 'half',
  } as RequestInit)
  expect(response.status).toBe(413)
  expect(sent).toBeLessThan(1_000)
})

test('when a client leaves, the log has a warning with status 499', async () => {
  const received = deferred()
  const logged = deferred<LogLine>()
  const silent = await node(() => received.resolve())
  const { url } = await start({ chains: [chainAt(silent.url)], log: logged.resolve })
  const client = new AbortController()
  const answer = fetch(`${url}/v1/account/${account}/balance?currency=usd`, {
    signal: client.signal,
  }).catch((error: unknown) => error)
  await received.promise
  client.abort()
  expect(await logged.promise).toMatchObject({ level: 'warn', status: 499 })
  expect(await answer).toMatchObject({ name: 'AbortError' })
})

test('when a client leaves in the middle of its body, the log has status 499', async () => {
  const logged = deferred<LogLine>()
  const { url } = await start({ log: logged.resolve })
  const socket = connect(Number(new URL(url).port), '127.0.0.1', () => {
    socket.write(
      'POST /v1/fungible/price HTTP/1.1\r\nhost: a\r\ncontent-length: 100\r\n\r\n{"cur',
      () => socket.destroy(),
    )
  })
  expect(await logged.promise).toMatchObject({ route: '/v1/fungible/price', status: 499 })
})

test('the API answers HEAD requests without a body', async () => {
  const { url } = await start()
  const response = await fetch(`${url}/health`, { method: 'HEAD' })
  expect([response.status, await response.text()]).toEqual([200, ''])
})

test('the API logs one line for each request, without address, query or body', async () => {
  const lines: LogLine[] = []
  const { url } = await start({ log: (line) => lines.push(line) })
  await fetch(`${url}/v1/account/${account}/balance?currency=usd&clientId=secret-client`, {
    headers: { 'x-request-id': 'one' },
  })
  await fetch(`${url}/v9/${account}`)
  expect(lines).toMatchObject([
    {
      level: 'error',
      requestId: 'one',
      route: '/v1/account/:address/balance',
      status: 503,
      error: expect.stringContaining('NodesError'),
    },
    { level: 'warn', route: 'none', status: 404 },
  ])
  expect(JSON.stringify(lines)).not.toMatch(new RegExp(`${account}|secret-client|127\\.0\\.0\\.1`))
})

test('the answer and the log of an internal error contain no details', async () => {
  const lines: LogLine[] = []
  const rates = () => Promise.reject(new Error(`the key of ${account} is confidential`))
  const { url } = await start({ rates, log: (line) => lines.push(line), clock: { now: () => 0 } })
  const response = await fetch(`${url}/v1/account/${account}/balance?currency=eur`)
  expect(response.status).toBe(503)
  expect((await response.text()) + JSON.stringify(lines)).not.toContain('confidential')
})

test('with `fallback`, the API uses a free port when the preferred port is taken', async () => {
  const taken = await start()
  const port = Number(new URL(taken.url).port)
  const other = await start()
  await expect(other.listen({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
  const moved = await other.listen({ port, fallback: true })
  expect(moved.port).not.toBe(port)
  expect((await fetch(`${moved.url}/health`)).status).toBe(200)
})

test('the API ends running requests before it closes', async () => {
  const received = deferred()
  const go = deferred()
  const slow = await node((_, response) => {
    received.resolve()
    void go.promise.then(() => sendJson(response, { jsonrpc: '2.0', id: 1, result: '0x1' }))
  })
  const api = await start({ chains: [chainAt(slow.url)] })
  const answer = fetch(`${api.url}/v1?chainId=eip155:77`, {
    method: 'POST',
    body: '{"jsonrpc":"2.0","id":1,"method":"eth_blockNumber"}',
  })
  await received.promise
  const closed = api.close()
  go.resolve()
  expect((await answer).status).toBe(200)
  await closed
  await expect(fetch(`${api.url}/health`)).rejects.toThrow()
})

test('an idle connection does not delay the end of the API', async () => {
  const api = await start()
  const ended = deferred()
  const connected = deferred()
  const socket = connect(Number(new URL(api.url).port), '127.0.0.1', connected.resolve)
  socket.on('close', () => ended.resolve()).resume()
  await connected.promise
  await fetch(`${api.url}/health`)
  await api.close({ drain: 600_000 })
  await ended.promise
  expect(socket.destroyed).toBe(true)
})

test('the API closes in time even if a request does not end', async () => {
  const received = deferred()
  const silent = await node(() => received.resolve())
  const api = await start({ chains: [chainAt(silent.url)] })
  const answer = fetch(`${api.url}/v1?chainId=eip155:77`, {
    method: 'POST',
    body: '{"jsonrpc":"2.0","id":1,"method":"eth_blockNumber"}',
  })
  const failure = answer.then(
    () => undefined,
    (error: unknown) => error,
  )
  await received.promise
  await api.close({ drain: 1 })
  expect(await failure).toBeInstanceOf(Error)
})

test('the API continues to answer after a client sends invalid HTTP', async () => {
  const { url } = await start()
  await new Promise<void>((resolve) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () =>
      socket.end('\0\0nonsense\r\n\r\n'),
    )
    socket.on('close', () => resolve()).resume()
  })
  expect((await fetch(`${url}/health`)).status).toBe(200)
})
