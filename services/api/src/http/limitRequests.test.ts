import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { chainAt } from '../testing/chainAt.ts'
import { deferred } from '@latchkey/server/testing/deferred'
import { reasonOf, startIsolatedApis } from '../testing/startIsolatedApis.ts'
import { sendJson } from '../testing/startFakeNode.ts'

const { start, node, opened } = startIsolatedApis()

const account = `0x${'12'.repeat(20)}`

const preflight = (url: string, path: string) =>
  fetch(url + path, {
    method: 'OPTIONS',
    headers: {
      origin: 'https://shop.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type',
    },
  })

const limited = '/v1/supported-chains'

test('the API limits every client over all routes, and accepts it again after the announced time', async () => {
  let time = 0
  const { url } = await start({
    rateLimit: { max: 2, refill: 1, everySeconds: 10 },
    trustProxy: 1,
    clock: { now: () => time },
  })
  const request = (client: string, path = limited) =>
    fetch(url + path, { headers: { 'x-forwarded-for': client } })
  expect([
    (await request('1.1.1.1')).status,
    (await request('1.1.1.1', '/public/getTokenImage/A')).status,
  ]).toEqual([200, 200])
  const refused = await request('1.1.1.1')
  expect(refused.status).toBe(429)
  expect(refused.headers.get('retry-after')).toBe('10')
  expect(refused.headers.get('access-control-allow-origin')).toBe('*')
  expect(await reasonOf(refused)).toMatchObject({ field: 'rate_limited' })
  expect((await request('2.2.2.2')).status).toBe(200)
  expect([
    (await request('1.1.1.1', '/health')).status,
    (await request('1.1.1.1', '/metrics')).status,
  ]).toEqual([200, 429])
  time = 10_000
  expect([(await request('1.1.1.1')).status, (await request('1.1.1.1')).status]).toEqual([200, 429])
})

test('a preflight counts against the rate limit like every request, and is not logged', async () => {
  const lines: unknown[] = []
  const { url, app } = await start({
    rateLimit: { max: 3, refill: 1, everySeconds: 60 },
    log: (line) => lines.push(line),
  })
  const answers = [
    await preflight(url, '/v1/fungible/price'),
    await preflight(url, '/v2/nothing'),
    await preflight(url, '/health'),
    await preflight(url, '/health'),
    await fetch(url + limited),
  ]
  expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 429, 429])
  expect(lines).toEqual([])
  const inProcess = await app.request('/v1/fungible/price', { method: 'OPTIONS' })
  const headersOf = ({ headers }: Response) =>
    [...headers]
      .filter(([name]) => !['x-request-id', 'date', 'connection', 'keep-alive'].includes(name))
      .toSorted()
  expect(answers.slice(0, 3).map(headersOf)).toEqual([
    headersOf(inProcess),
    headersOf(inProcess),
    headersOf(inProcess),
  ])
  expect(await (await app.request('/metrics')).text()).toContain(
    'latchkey_api_requests_total{route="preflight",status="204"} 3',
  )
})

test.each([
  ['back', -31_536_000_000],
  ['forward', 31_536_000_000],
])(
  'after the clock jumps a year %s, a client is accepted again after the announced time',
  async (_, jump) => {
    let time = 40_000_000_000
    const { url } = await start({
      rateLimit: { max: 1, refill: 1, everySeconds: 1 },
      clock: { now: () => time },
    })
    await fetch(url + limited)
    time += jump
    await fetch(url + limited)
    time += 1_000
    expect((await fetch(url + limited)).status).toBe(200)
  },
)

test('expensive requests use more of the rate limit: a batch by its calls, a page of NFTs more than a picture', async () => {
  const { url } = await start({
    rateLimit: { max: 100, refill: 1, everySeconds: 60 },
    trustProxy: 1,
  })
  const request = async (client: string, path: string, body?: unknown) =>
    (
      await fetch(url + path, {
        headers: { 'x-forwarded-for': client },
        ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
      })
    ).status
  const batch = Array.from({ length: 100 }, (_, id) => ({
    jsonrpc: '2.0',
    id,
    method: 'eth_chainId',
  }))
  expect([
    await request('1.1.1.1', '/v1?chainId=eip155:77', batch),
    await request('1.1.1.1', limited),
  ]).toEqual([200, 429])
  for (let page = 0; page < 5; page += 1)
    expect(await request('2.2.2.2', `/v1/account/${account}/nfts`)).toBe(400)
  expect(await request('2.2.2.2', limited)).toBe(429)
})

test('the API counts proxies from the right, and treats all spellings of an address as one client', async () => {
  const proxied = await start({ rateLimit: { max: 1, refill: 1, everySeconds: 60 }, trustProxy: 2 })
  const request = async (url: string, client: string) =>
    (await fetch(url + limited, { headers: { 'x-forwarded-for': client } })).status
  expect(await request(proxied.url, '2001:db8::1, 10.0.0.1')).toBe(200)
  for (const same of [
    '1.2.3.4, 2001:db8:0:0:ffff::2, 10.0.0.1',
    '[2001:0DB8::7]:443, 10.0.0.2',
    'a, b, c,2001:db8::%eth0,x',
  ])
    expect(await request(proxied.url, same)).toBe(429)
  expect(await request(proxied.url, '2001:db8:1::1, 10.0.0.1')).toBe(200)
  expect([
    await request(proxied.url, '1.1.1.1, 10.0.0.1'),
    await request(proxied.url, '1.1.1.1:555, 10.0.0.1'),
    await request(proxied.url, '::ffff:1.1.1.1, 10.0.0.1'),
  ]).toEqual([200, 429, 429])
  // if a proxy writes no valid address, the proxy's own address counts: these three clients count
  // as one
  expect([
    await request(proxied.url, 'unknown, 10.0.0.1'),
    await request(proxied.url, 'other, 10.0.0.1'),
    await request(proxied.url, '10.0.0.1'),
  ]).toEqual([200, 429, 429])
  const direct = await start({ rateLimit: { max: 1, refill: 1, everySeconds: 60 } })
  expect([await request(direct.url, '1.1.1.1'), await request(direct.url, '2.2.2.2')]).toEqual([
    200, 429,
  ])
})

test('the API limits the concurrent requests of one client and of all clients', async () => {
  const received = [deferred(), deferred()]
  let count = 0
  const silent = await node(() => received[count++]?.resolve())
  const { url, app } = await start({
    chains: [chainAt(silent.url)],
    limits: { requests: { each: 1, all: 2 } },
    trustProxy: 1,
  })
  const aborted = new AbortController()
  const request = (client: string) =>
    fetch(`${url}/v1?chainId=eip155:77`, {
      method: 'POST',
      body: '{"jsonrpc":"2.0","id":1,"method":"eth_blockNumber"}',
      headers: { 'x-forwarded-for': client },
      signal: aborted.signal,
    })
  const running = [request('1.1.1.1').catch(() => {})]
  await received[0]?.promise
  const refused = await request('1.1.1.1')
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1'])
  running.push(request('2.2.2.2').catch(() => {}))
  await received[1]?.promise
  const busy = await request('3.3.3.3')
  expect([busy.status, busy.headers.get('retry-after')]).toEqual([503, '1'])
  // calls of the app inside the process are not counted
  expect((await app.request(limited)).status).toBe(200)
  const text = await (await fetch(`${url}/metrics`)).text()
  expect(text).toContain('latchkey_api_refused_total{why="requests of one"} 1')
  expect(text).toContain('latchkey_api_refused_total{why="requests of all"} 1')
  aborted.abort()
  await Promise.all(running)
  await expect
    .poll(
      async () =>
        (await fetch(url + limited, { headers: { 'x-forwarded-for': '1.1.1.1' } })).status,
    )
    .toBe(200)
})

test('when all requests are in use, the API closes the oldest request of the busiest client to admit a new client', async () => {
  const received = Array.from({ length: 5 }, () => deferred())
  let count = 0
  const silent = await node(() => received[count++]?.resolve())
  const { url } = await start({
    chains: [chainAt(silent.url)],
    limits: { requests: { each: 3, all: 4 } },
    trustProxy: 1,
  })
  const aborted = new AbortController()
  const request = (client: string) =>
    fetch(`${url}/v1?chainId=eip155:77`, {
      method: 'POST',
      body: '{"jsonrpc":"2.0","id":1,"method":"eth_blockNumber"}',
      headers: { 'x-forwarded-for': client },
      signal: aborted.signal,
    }).then(
      ({ status }) => status,
      () => 'cut',
    )
  const running: Promise<unknown>[] = []
  for (const [index, client] of ['1.1.1.1', '1.1.1.1', '1.1.1.1', '2.2.2.2', '3.3.3.3'].entries()) {
    running.push(request(client))
    await received[index]?.promise
  }
  expect(await running[0]).toBe('cut')
  expect(await (await fetch(`${url}/metrics`)).text()).toContain(
    'latchkey_api_refused_total{why="requests cut"} 1',
  )
  aborted.abort()
  await Promise.all(running)
})

test('unread answers count against the limits of bytes of a client and of all clients, and above its limit a client gets 429', async () => {
  const large = await node((_, response) =>
    sendJson(response, { jsonrpc: '2.0', id: 1, result: 'x'.repeat(9_000_000) }),
  )
  const { url } = await start({
    chains: [chainAt(large.url)],
    limits: { answerBytes: { each: 20_000_000, all: 28_000_000 } },
    trustProxy: 1,
  })
  const open = (client: string) => {
    const body = '{"jsonrpc":"2.0","id":1,"method":"eth_getLogs"}'
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () =>
      socket.write(
        `POST /v1?chainId=eip155:77 HTTP/1.1\r\nhost: a\r\nx-forwarded-for: ${client}\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
      ),
    )
    opened.push({ close: async () => socket.destroy() })
    socket.on('error', () => {}) // the service closes one of the connections
    return new Promise<string>((resolve) =>
      socket.once('data', (part) => resolve(String(socket.pause() && part).slice(9, 12))),
    )
  }
  expect([
    await open('1.1.1.1'),
    await open('1.1.1.1'),
    await open('1.1.1.1'),
    await open('2.2.2.2'),
  ]).toEqual(['200', '200', '429', '200'])
  const cut = async () =>
    Number(/why="bytes cut"\} (\d+)/.exec(await (await fetch(`${url}/metrics`)).text())?.[1] ?? 0)
  expect(await cut()).toBe(0)
  // closes the oldest request of the client that has most requests
  expect([await open('3.3.3.3'), await cut()]).toEqual(['200', 1])
  const heldBytes = async () =>
    Number(
      /^latchkey_api_answer_bytes (\d+)$/m.exec(await (await fetch(`${url}/metrics`)).text())?.[1],
    )
  expect(await heldBytes()).toBeGreaterThan(27_000_000)
  await Promise.all(opened.splice(2).map((resource) => resource.close()))
  await expect.poll(heldBytes).toBe(0)
})

test('a long answer counts with the buffers of its connection from its first bytes, so that the API refuses a flood early', async () => {
  const slow = await node(
    (_, response) => void response.write(`{"jsonrpc":"2.0","id":1,"result":"${'x'.repeat(40_000)}`),
  )
  const { url } = await start({
    chains: [chainAt(slow.url)],
    limits: { answerBytes: { each: 1_000_000, all: 1_000_000 } },
  })
  const aborted = new AbortController()
  const statuses: (number | 'open')[] = []
  const received = Array.from({ length: 20 }, () =>
    fetch(`${url}/v1?chainId=eip155:77`, {
      method: 'POST',
      body: '{"jsonrpc":"2.0","id":1,"method":"eth_getLogs"}',
      signal: aborted.signal,
    }).then(
      ({ status }) => statuses.push(status),
      () => statuses.push('open'),
    ),
  )
  // the limit of 1 MB has room for 5 × (40 kB + 128 KiB)
  await expect.poll(() => statuses.length).toBe(15)
  aborted.abort()
  await Promise.all(received)
  expect(statuses.toSorted()).toEqual([
    ...Array.from({ length: 15 }, () => 429),
    ...Array.from({ length: 5 }, () => 'open'),
  ])
})

test('an overloaded API answers 503 to new work, and still answers `/health`', async () => {
  const { url } = await start({ limits: { loopDelay: Number.MIN_VALUE } })
  await expect.poll(async () => (await fetch(url + limited)).status).toBe(503)
  const put = await fetch(url + limited)
  expect([put.status, put.headers.get('retry-after')]).toEqual([503, '1'])
  expect((await preflight(url, '/health')).status).toBe(503)
  expect((await fetch(`${url}/health`)).status).toBe(200)
  expect(await (await fetch(`${url}/metrics`)).text()).toMatch(
    /latchkey_api_refused_total\{why="overload"\} [1-9]/,
  )
})
