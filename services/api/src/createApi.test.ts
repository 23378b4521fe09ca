import { connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import * as v from 'valibot'
import { errorBody as errorSchema } from '@latchkey/protocol/api'
import { createApi, type Api } from './createApi.ts'
import type { ApiOptions, LogLine } from './options.ts'
import { chainAt } from './testing/chainAt.ts'
import { deferred } from './testing/deferred.ts'
import { sendJson, startStandIn, type StandIn } from './testing/startStandIn.ts'

const opened: { close: () => Promise<unknown> }[] = []
afterEach(async () => void (await Promise.all(opened.splice(0).map((one) => one.close()))))

async function start(options: Partial<ApiOptions> = {}): Promise<Api & { url: string }> {
  const api = createApi({ chains: [chainAt('http://127.0.0.1:1')], ...options })
  opened.push(api)
  return { ...api, url: (await api.listen({ port: 0 })).url }
}

async function node(answer: Parameters<typeof startStandIn>[0]): Promise<StandIn> {
  const standIn = await startStandIn(answer)
  opened.push(standIn)
  return standIn
}

async function reasonOf(response: Response) {
  return v.parse(errorSchema, await response.json()).reasons[0]
}

const account = `0x${'12'.repeat(20)}`

test('says that it runs and which version', async () => {
  const { url } = await start()
  const response = await fetch(`${url}/health`)
  expect(response.status).toBe(200)
  expect(await response.text()).toMatch(/\d+\.\d+\.\d+/)
})

test('lists the networks and lets caches keep the list for a day', async () => {
  const { url } = await start({ projects: ['known'] })
  const response = await fetch(`${url}/v1/supported-chains?projectId=unknown&st=kit&sv=1`)
  expect(await response.json()).toEqual({ http: ['eip155:77'], ws: [] })
  expect(response.headers.get('cache-control')).toBe('public, max-age=86400, s-maxage=86400')
})

test('answers an unknown path, a wrong method and a stream with an error body', async () => {
  const { url } = await start()
  const [missing, wrong, stream] = await Promise.all([fetch(`${url}/v2/nothing`), fetch(`${url}/health`, { method: 'DELETE' }), fetch(`${url}/v1?chainId=eip155:77`)])
  expect([missing.status, wrong.status, stream.status]).toEqual([404, 405, 426])
  expect(wrong.headers.get('allow')).toBe('GET')
  for (const response of [missing, wrong, stream]) expect(await reasonOf(response)).toMatchObject({ field: '', name: '' })
})

test('any site may ask, and learns what the contract lets it read', async () => {
  const { url } = await start()
  const preflight = await fetch(`${url}/v1/fungible/price`, {
    method: 'OPTIONS',
    headers: { origin: 'https://shop.example', 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' },
  })
  expect(preflight.status).toBe(204)
  expect(preflight.headers.get('access-control-allow-origin')).toBe('*')
  expect(preflight.headers.get('access-control-allow-headers')).toContain('x-sdk-version')
  expect(preflight.headers.get('access-control-allow-methods')).toBe('GET,POST')
  const failed = await fetch(`${url}/v2`, { headers: { origin: 'https://shop.example' } })
  expect(failed.headers.get('access-control-allow-origin')).toBe('*')
  expect(failed.headers.get('access-control-expose-headers')).toBe('x-request-id,retry-after,x-latchkey-unavailable')
  expect(failed.headers.has('access-control-allow-credentials')).toBe(false)
})

test('gives every request an id and keeps a sane one', async () => {
  const { url } = await start()
  const idOf = async (given?: string) => (await fetch(`${url}/health`, { headers: given ? { 'x-request-id': given } : {} })).headers.get('x-request-id')
  expect(await idOf('req-1')).toBe('req-1')
  expect(await idOf()).toMatch(/^[0-9a-f-]{36}$/)
  expect(await idOf('a b<script>')).toMatch(/^[0-9a-f-]{36}$/)
  expect(await idOf('x'.repeat(65))).toMatch(/^[0-9a-f-]{36}$/)
  expect(await idOf(account)).toMatch(/^[0-9a-f-]{36}$/)
})

test('lets only known projects ask, wherever they say their id', async () => {
  const { url } = await start({ projects: ['known'] })
  const ask = (projectId: string) => fetch(`${url}/v1/account/${account}/balance?currency=usd${projectId}`)
  const [missing, unknown, known] = [await ask(''), await ask('&projectId=other'), await ask('&projectId=known')]
  expect([missing.status, unknown.status, known.status]).toEqual([400, 401, 503])
  expect(await reasonOf(unknown)).toMatchObject({ field: 'authentication' })
  const inBody = (projectId: string) => fetch(`${url}/v1/fungible/price`, { method: 'POST', body: JSON.stringify({ projectId, currency: 'usd', addresses: [] }) })
  expect((await inBody('other')).status).toBe(401)
  expect((await inBody('known')).status).toBe(400)
})

test.each([
  ['an unknown currency', `/v1/account/${account}/balance?currency=chf`, 'currency'],
  ['no currency', `/v1/account/${account}/balance`, 'currency'],
  ['a currency without a source', `/v1/account/${account}/balance?currency=eur`, 'currency'],
  ['something that is no address', '/v1/account/0x12/balance?currency=usd', 'address'],
  ['an address with a percent sign', '/v1/account/%E0%A4%A/balance?currency=usd', 'address'],
  ['a network of another service', `/v1/account/${account}/balance?currency=usd&chainId=eip155:1`, 'chainId'],
  ['a malformed network', `/v1/account/${account}/balance?currency=usd&chainId=77`, ''],
  ['an empty network', `/v1/account/${account}/balance?currency=usd&chainId=`, ''],
  ['a parameter twice', `/v1/account/${account}/balance?currency=usd&sv=1&sv=2`, 'sv'],
  ['malformed tokens to read anew', `/v1/account/${account}/balance?currency=usd&forceUpdate=eip155:77`, ''],
  ['too many tokens to read anew', `/v1/account/${account}/balance?currency=usd&forceUpdate=${Array(101).fill(`eip155:77:${account}`).join()}`, ''],
  ['tokens to read anew on another network', `/v1/account/${account}/balance?currency=usd&forceUpdate=eip155:1:${account}`, 'chainId'],
  ['tokens to read anew without an address', `/v1/account/${account}/balance?currency=usd&forceUpdate=eip155:77:abc`, 'address'],
  ['a project id of a thousand letters', `/v1/account/${account}/balance?currency=usd&projectId=${'x'.repeat(1000)}`, 'projectId'],
])('refuses %s', async (_, path, field) => {
  const { url } = await start()
  const response = await fetch(url + path)
  expect(response.status).toBe(400)
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(await reasonOf(response)).toMatchObject({ field, name: field })
})

test.each([
  ['nothing', '', 400],
  ['what is no JSON', '{"currency":', 400],
  ['a list', '[]', 400],
  ['null', 'null', 400],
  ['no addresses', '{"currency":"usd","addresses":[]}', 400],
  ['addresses of the wrong type', '{"currency":"usd","addresses":[1]}', 400],
  ['a prototype', '{"__proto__":{"currency":"usd"},"addresses":["eip155:77:0x"]}', 400],
  ['more addresses than a request may hold', JSON.stringify({ currency: 'usd', addresses: Array(101).fill(`eip155:77:${account}`) }), 400],
  ['more values than a request needs', `[${'0,'.repeat(129_999)}0]`, 400],
  ['what is nested 5,000 deep', '['.repeat(5_000) + ']'.repeat(5_000), 400],
  ['more than 256 KiB', JSON.stringify({ currency: 'usd', addresses: ['x'.repeat(257 * 1024)] }), 413],
])('refuses a body of %s', async (_, body, status) => {
  const { url } = await start()
  const response = await fetch(`${url}/v1/fungible/price`, { method: 'POST', body })
  expect(response.status).toBe(status)
  expect((await reasonOf(response))?.description).not.toBe('')
})

test('refuses a body without a stated length as soon as it is too long', async () => {
  const { url } = await start()
  const part = new TextEncoder().encode('x'.repeat(64 * 1024))
  let sent = 0
  const body = new ReadableStream<Uint8Array>({ pull: (controller) => (sent++ < 1_000 ? controller.enqueue(part) : controller.close()) })
  // Node's fetch wants to be told that it may answer before it has read everything; the DOM's type does not know.
  const response = await fetch(`${url}/v1/fungible/price`, { method: 'POST', body, duplex: 'half' } as RequestInit)
  expect(response.status).toBe(413)
  expect(sent).toBeLessThan(1_000)
})

const limited = '/v1/supported-chains'

test('limits every client over all routes, tells when to come back, and keeps its word', async () => {
  let time = 0
  const { url } = await start({ rateLimit: { max: 2, refill: 1, everySeconds: 10 }, trustProxy: 1, clock: { now: () => time } })
  const ask = (client: string, path = limited) => fetch(url + path, { headers: { 'x-forwarded-for': client } })
  expect([(await ask('1.1.1.1')).status, (await ask('1.1.1.1', '/public/getTokenImage/A')).status]).toEqual([200, 200])
  const refused = await ask('1.1.1.1')
  expect(refused.status).toBe(429)
  expect(refused.headers.get('retry-after')).toBe('10')
  expect(refused.headers.get('access-control-allow-origin')).toBe('*')
  expect(await reasonOf(refused)).toMatchObject({ field: 'rate_limited' })
  expect((await ask('2.2.2.2')).status).toBe(200)
  expect((await ask('1.1.1.1', '/health')).status).toBe(200)
  time = 10_000
  expect([(await ask('1.1.1.1')).status, (await ask('1.1.1.1')).status]).toEqual([200, 429])
})

test.each([
  ['back', -31_536_000_000],
  ['forward', 31_536_000_000],
])('a clock that jumps a year %s lets a client in again after the time that it was told', async (_, jump) => {
  let time = 40_000_000_000
  const { url } = await start({ rateLimit: { max: 1, refill: 1, everySeconds: 1 }, clock: { now: () => time } })
  await fetch(url + limited)
  time += jump
  await fetch(url + limited)
  time += 1_000
  expect((await fetch(url + limited)).status).toBe(200)
})

test('what costs more counts more: a batch by its calls, a page of NFTs more than a picture', async () => {
  const { url } = await start({ rateLimit: { max: 100, refill: 1, everySeconds: 60 }, trustProxy: 1 })
  const ask = async (client: string, path: string, body?: unknown) => (await fetch(url + path, { headers: { 'x-forwarded-for': client }, ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }) })).status
  const batch = Array.from({ length: 100 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'eth_chainId' }))
  expect([await ask('1.1.1.1', '/v1?chainId=eip155:77', batch), await ask('1.1.1.1', limited)]).toEqual([200, 429])
  for (let page = 0; page < 5; page += 1) expect(await ask('2.2.2.2', `/v1/account/${account}/nfts`)).toBe(400)
  expect(await ask('2.2.2.2', limited)).toBe(429)
})

test('proxies are counted from the right, and other spellings of an address are the same client', async () => {
  const proxied = await start({ rateLimit: { max: 1, refill: 1, everySeconds: 60 }, trustProxy: 2 })
  const ask = async (url: string, client: string) => (await fetch(url + limited, { headers: { 'x-forwarded-for': client } })).status
  expect(await ask(proxied.url, '2001:db8::1, 10.0.0.1')).toBe(200)
  for (const same of ['1.2.3.4, 2001:db8:0:0:ffff::2, 10.0.0.1', '[2001:0DB8::7]:443, 10.0.0.2', 'a, b, c,2001:db8::%eth0,x']) expect(await ask(proxied.url, same)).toBe(429)
  expect(await ask(proxied.url, '2001:db8:1::1, 10.0.0.1')).toBe(200)
  expect([await ask(proxied.url, '1.1.1.1, 10.0.0.1'), await ask(proxied.url, '1.1.1.1:555, 10.0.0.1'), await ask(proxied.url, '::ffff:1.1.1.1, 10.0.0.1')]).toEqual([200, 429, 429])
  // no address: that is the proxy's own fault, and everybody who comes so is one
  expect([await ask(proxied.url, 'unknown, 10.0.0.1'), await ask(proxied.url, 'other, 10.0.0.1'), await ask(proxied.url, '10.0.0.1')]).toEqual([200, 429, 429])
  const direct = await start({ rateLimit: { max: 1, refill: 1, everySeconds: 60 } })
  expect([await ask(direct.url, '1.1.1.1'), await ask(direct.url, '2.2.2.2')]).toEqual([200, 429])
})

test('one client may have so many requests worked on at once, and all together', async () => {
  const asked = [deferred(), deferred()]
  let count = 0
  const silent = await node(() => asked[count++]?.resolve())
  const { url, app } = await start({ chains: [chainAt(silent.url)], limits: { requests: { each: 1, all: 2 } }, trustProxy: 1 })
  const left = new AbortController()
  const ask = (client: string) => fetch(`${url}/v1?chainId=eip155:77`, { method: 'POST', body: '{"jsonrpc":"2.0","id":1,"method":"eth_blockNumber"}', headers: { 'x-forwarded-for': client }, signal: left.signal })
  const running = [ask('1.1.1.1').catch(() => {})]
  await asked[0]?.promise
  const refused = await ask('1.1.1.1')
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1'])
  running.push(ask('2.2.2.2').catch(() => {}))
  await asked[1]?.promise
  const busy = await ask('3.3.3.3')
  expect([busy.status, busy.headers.get('retry-after')]).toEqual([503, '1'])
  expect((await app.request(limited)).status).toBe(200) // nobody counts who calls inside the process
  const text = await (await fetch(`${url}/metrics`)).text()
  expect(text).toContain('latchkey_api_refused_total{why="requests of one"} 1')
  expect(text).toContain('latchkey_api_refused_total{why="requests of all"} 1')
  left.abort()
  await Promise.all(running)
  await expect.poll(async () => (await fetch(url + limited, { headers: { 'x-forwarded-for': '1.1.1.1' } })).status).toBe(200)
})

test('answers that nobody takes fill a share, beyond which nothing is read, and which is given back', async () => {
  const large = await node((_, response) => sendJson(response, { jsonrpc: '2.0', id: 1, result: 'x'.repeat(9_000_000) }))
  const { url } = await start({ chains: [chainAt(large.url)], limits: { answerBytes: { each: 20_000_000, all: 30_000_000 } }, trustProxy: 1 })
  const open = (client: string) => {
    const body = '{"jsonrpc":"2.0","id":1,"method":"eth_getLogs"}'
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(`POST /v1?chainId=eip155:77 HTTP/1.1\r\nhost: a\r\nx-forwarded-for: ${client}\r\ncontent-length: ${body.length}\r\n\r\n${body}`))
    opened.push({ close: async () => socket.destroy() })
    return new Promise<string>((resolve) => socket.once('data', (part) => resolve(String(socket.pause() && part).slice(9, 12))))
  }
  expect([await open('1.1.1.1'), await open('1.1.1.1'), await open('1.1.1.1'), await open('2.2.2.2'), await open('3.3.3.3')]).toEqual(['200', '200', '429', '200', '503'])
  const heldBytes = async () => Number(/^latchkey_api_answer_bytes (\d+)$/m.exec(await (await fetch(`${url}/metrics`)).text())?.[1])
  expect(await heldBytes()).toBeGreaterThan(27_000_000)
  await Promise.all(opened.splice(2).map((one) => one.close()))
  await expect.poll(heldBytes).toBe(0)
})

test('a process that does not keep up puts new work off, and says how it is', async () => {
  const { url } = await start({ limits: { loopDelay: Number.MIN_VALUE } })
  await expect.poll(async () => (await fetch(url + limited)).status).toBe(503)
  const put = await fetch(url + limited)
  expect([put.status, put.headers.get('retry-after')]).toEqual([503, '1'])
  expect((await fetch(`${url}/health`)).status).toBe(200)
  expect(await (await fetch(`${url}/metrics`)).text()).toMatch(/latchkey_api_refused_total\{why="overload"\} [1-9]/)
})

test('logs a client that left as such, not as a failure', async () => {
  const asked = deferred()
  const logged = deferred<LogLine>()
  const silent = await node(() => asked.resolve())
  const { url } = await start({ chains: [chainAt(silent.url)], log: logged.resolve })
  const client = new AbortController()
  const answer = fetch(`${url}/v1/account/${account}/balance?currency=usd`, { signal: client.signal }).catch((error: unknown) => error)
  await asked.promise
  client.abort()
  expect(await logged.promise).toMatchObject({ level: 'warn', status: 499 })
  expect(await answer).toMatchObject({ name: 'AbortError' })
})

test('logs a client that leaves in the middle of its body', async () => {
  const logged = deferred<LogLine>()
  const { url } = await start({ log: logged.resolve })
  const socket = connect(Number(new URL(url).port), '127.0.0.1', () => {
    socket.write('POST /v1/fungible/price HTTP/1.1\r\nhost: a\r\ncontent-length: 100\r\n\r\n{"cur', () => socket.destroy())
  })
  expect(await logged.promise).toMatchObject({ route: '/v1/fungible/price', status: 499 })
})

test('tells only the head when only that is asked', async () => {
  const { url } = await start()
  const response = await fetch(`${url}/health`, { method: 'HEAD' })
  expect([response.status, await response.text()]).toEqual([200, ''])
})

test('logs one line a request, with neither address nor query nor body', async () => {
  const lines: LogLine[] = []
  const { url } = await start({ log: (line) => lines.push(line) })
  await fetch(`${url}/v1/account/${account}/balance?currency=usd&clientId=secret-client`, { headers: { 'x-request-id': 'one' } })
  await fetch(`${url}/v9/${account}`)
  expect(lines).toMatchObject([
    { level: 'error', requestId: 'one', route: '/v1/account/:address/balance', status: 503, error: expect.stringContaining('NodesError') },
    { level: 'warn', route: 'none', status: 404 },
  ])
  expect(JSON.stringify(lines)).not.toMatch(new RegExp(`${account}|secret-client|127\\.0\\.0\\.1`))
})

test('says nothing about its insides when it fails', async () => {
  const lines: LogLine[] = []
  const rates = () => Promise.reject(new Error(`the key of ${account} is 123`))
  const { url } = await start({ rates, log: (line) => lines.push(line), clock: { now: () => 0 } })
  const response = await fetch(`${url}/v1/account/${account}/balance?currency=eur`)
  expect(response.status).toBe(503)
  expect((await response.text()) + JSON.stringify(lines)).not.toContain('123')
})

test('takes a free port when the wanted one is taken and it may', async () => {
  const taken = await start()
  const port = Number(new URL(taken.url).port)
  const other = await start()
  await expect(other.listen({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
  const moved = await other.listen({ port, fallback: true })
  expect(moved.port).not.toBe(port)
  expect((await fetch(`${moved.url}/health`)).status).toBe(200)
})

test('lets running requests end before it closes', async () => {
  const asked = deferred()
  const go = deferred()
  const slow = await node((_, response) => {
    asked.resolve()
    void go.promise.then(() => sendJson(response, { jsonrpc: '2.0', id: 1, result: '0x1' }))
  })
  const api = await start({ chains: [chainAt(slow.url)] })
  const answer = fetch(`${api.url}/v1?chainId=eip155:77`, { method: 'POST', body: '{"jsonrpc":"2.0","id":1,"method":"eth_blockNumber"}' })
  await asked.promise
  const closed = api.close()
  go.resolve()
  expect((await answer).status).toBe(200)
  await closed
  await expect(fetch(`${api.url}/health`)).rejects.toThrow()
})

test('a connection on which nothing runs does not hold it open', async () => {
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

test('closes in time although a client never ends', async () => {
  const asked = deferred()
  const silent = await node(() => asked.resolve())
  const api = await start({ chains: [chainAt(silent.url)] })
  const answer = fetch(`${api.url}/v1?chainId=eip155:77`, { method: 'POST', body: '{"jsonrpc":"2.0","id":1,"method":"eth_blockNumber"}' })
  const failure = answer.then(() => undefined, (error: unknown) => error)
  await asked.promise
  await api.close({ drain: 1 })
  expect(await failure).toBeInstanceOf(Error)
})

test('survives a client that speaks no HTTP', async () => {
  const { url } = await start()
  await new Promise<void>((resolve) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.end('\0\0nonsense\r\n\r\n'))
    socket.on('close', () => resolve()).resume()
  })
  expect((await fetch(`${url}/health`)).status).toBe(200)
})
