import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import type { WebSocket } from 'ws'
import { createTestClient } from '../testing/createTestClient.ts'
import { endOf, openRaw } from '../testing/openTestSocket.ts'
import { newTopic, startTestRelay, type TestRelay } from '../testing/startTestRelay.ts'

const metric = async ({ http }: TestRelay, line: string) =>
  Number(
    (await (await fetch(`${http}/metrics`)).text())
      .split('\n')
      .find((one) => one.startsWith(`${line} `))
      ?.split(' ')
      .at(-1) ?? 0,
  )
const request = (method: string, params: unknown) =>
  JSON.stringify({ id: `${Date.now()}000001`, jsonrpc: '2.0', method, params })

/**
 * Opens a socket and sends a request.
 * @returns `answered`, or how the socket closed
 */
async function come(
  relay: TestRelay,
  client = createTestClient(),
  headers = {},
): Promise<{ socket: WebSocket; outcome: 'answered' | number }> {
  const socket = openRaw(relay.url, { query: { auth: client.token(relay.url) }, headers })
  socket.on('error', () => {})
  socket.once('open', () => socket.send(request('irn_fetchMessages', { topic: newTopic() })))
  const outcome = await Promise.race([
    once(socket, 'message').then(() => 'answered' as const),
    once(socket, 'close').then(([code]) => Number(code)),
  ])
  return { socket, outcome }
}

test('the sockets of a client are limited, and a new one is admitted when another one closes', async () => {
  const relay = await startTestRelay({ shares: { client: { sockets: 2 } } })
  const client = createTestClient()
  const [first, second, third] = [
    await come(relay, client),
    await come(relay, client),
    await come(relay, client),
  ]
  expect([first.outcome, second.outcome, third.outcome]).toEqual(['answered', 'answered', 1013])
  expect((await come(relay)).outcome).toBe('answered')
  expect(await metric(relay, 'latchkey_relay_refused_total{why="client"}')).toBe(1)
  first.socket.close()
  await once(first.socket, 'close')
  await expect.poll(async () => (await come(relay, client)).outcome).toBe('answered')
})

test('the sockets of an address are limited, whatever the number of its keys', async () => {
  const relay = await startTestRelay({ shares: { address: { sockets: 3 } } })
  const outcome = []
  for (let count = 0; count < 4; count += 1) outcome.push((await come(relay)).outcome)
  expect(outcome).toEqual(['answered', 'answered', 'answered', 1013])
})

test('behind a proxy, the address is the one that the proxy reports, not the one that the client claims', async () => {
  const relay = await startTestRelay({ trustProxy: 1, shares: { address: { sockets: 1 } } })
  const from = async (header: string) =>
    (await come(relay, createTestClient(), { 'x-forwarded-for': header })).outcome
  expect(await from('9.9.9.9, 1.2.3.4')).toBe('answered')
  for (const header of ['1.2.3.4', '8.8.8.8, 1.2.3.4:5555', '7.7.7.7,::ffff:1.2.3.4'])
    expect(await from(header)).toBe(1013)
  expect(await from('1.2.3.4, 2001:db8::1')).toBe('answered')
  expect(await from('2001:db8:0:0:ffff::2')).toBe(1013)
})

test('the limit of received bytes counts all sockets of a client together', async () => {
  const at = Date.now()
  const relay = await startTestRelay({
    shares: { client: { received: 250 } },
    clock: { now: () => at },
  })
  const client = createTestClient()
  const [one, two, other] = [await relay.open(client), await relay.open(client), await relay.open()]
  const message = (bytes: number) => ({
    topic: newTopic(),
    message: 'x'.repeat(bytes),
    ttl: 300,
    tag: 1,
  })
  expect(await one.ask('irn_publish', message(600))).toBe(true)
  await expect(two.ask('irn_publish', message(600))).rejects.toThrow('TooManyRequests')
  expect(await other.ask('irn_publish', message(600))).toBe(true)
})

test('an acknowledgement without a push counts as a request, and one of a push does not', async () => {
  const at = Date.now()
  const relay = await startTestRelay({
    shares: { client: { requests: 2 } },
    clock: { now: () => at },
  })
  const [site, wallet, topic] = [await relay.open(), await relay.open(), newTopic()]
  await wallet.ask('irn_subscribe', { topic })
  for (let count = 0; count < 10; count += 1) {
    await site.ask('irn_publish', { topic, message: `${count}`, ttl: 300, tag: 1 })
    await wallet.push()
  }
  expect(await wallet.ask('irn_fetchMessages', { topic })).toEqual({ messages: [], hasMore: false })
  const end = endOf(wallet.socket)
  for (let count = 0; count < 40; count += 1)
    wallet.socket.send('{"id":1,"jsonrpc":"2.0","result":true}')
  expect((await end).code).toBe(1013)
})

test('a client with too many requests gets errors, and is answered again later', async () => {
  let at = Date.now()
  const relay = await startTestRelay({
    shares: { client: { requests: 1 } },
    clock: { now: () => at },
  })
  const [socket, topic] = [await relay.open(), newTopic()]
  for (let count = 0; count < 10; count += 1) await socket.ask('irn_fetchMessages', { topic })
  await expect(socket.ask('irn_fetchMessages', { topic })).rejects.toThrow('TooManyRequests')
  at += 60_000
  expect(await socket.ask('irn_fetchMessages', { topic })).toEqual({ messages: [], hasMore: false })
})

test('a thousand frames in one TCP packet are answered in order', async () => {
  const relay = await startTestRelay()
  const socket = await relay.open()
  const ids = Array.from({ length: 1_000 }, (_, index) => `${1_767_600_000_000_000 + index}`)
  const answers = ids.map((id) => socket.answer('irn_fetchMessages', { topic: newTopic() }, id))
  expect((await Promise.all(answers)).map(({ result }) => result)).toEqual(
    ids.map(() => ({ messages: [], hasMore: false })),
  )
  const flaws = Array.from(
    { length: 500 },
    (_, index) => `{"id":"${1_767_600_000_000_000 + index}","jsonrpc":"2.0","method":"none"}`,
  )
  for (const flaw of flaws) socket.socket.send(flaw)
  await expect.poll(() => socket.frames.length).toBe(1_500)
  expect(socket.frames.slice(1_000).map((frame) => Number(JSON.parse(frame).id))).toEqual(
    flaws.map((_, index) => 1_767_600_000_000_000 + index),
  )
})

test.each([
  ['irn_batchSubscribe', { topics: Array.from({ length: 100 }, newTopic) }],
  [
    'irn_batchUnsubscribe',
    { subscriptions: Array.from({ length: 100 }, () => ({ topic: newTopic(), id: newTopic() })) },
  ],
])('one %s with many topics counts as several requests', async (method, params) => {
  const at = Date.now()
  const relay = await startTestRelay({
    shares: { client: { requests: 2 } },
    clock: { now: () => at },
  })
  const socket = await relay.open()
  await socket.ask(method, params)
  expect(await socket.ask('irn_fetchMessages', { topic: newTopic() })).toEqual({
    messages: [],
    hasMore: false,
  })
  await expect(socket.ask(method, params)).rejects.toThrow('TooManyRequests')
})

test('a client above its limit stays refused on a new socket', async () => {
  let at = Date.now()
  const relay = await startTestRelay({
    shares: { client: { requests: 1 } },
    clock: { now: () => at },
  })
  const client = createTestClient()
  const socket = await relay.open(client)
  for (let count = 0; count < 12; count += 1)
    socket.socket.send(request('irn_fetchMessages', { topic: newTopic() }))
  await expect.poll(async () => (await come(relay, client)).outcome).toBe(1013)
  expect((await come(relay)).outcome).toBe('answered')
  at += 60_000
  expect((await come(relay, client)).outcome).toBe('answered')
})

test('the relay does not read from a disconnected client, and closes its socket even without the closing handshake', async () => {
  const at = Date.now()
  const relay = await startTestRelay({
    shares: { client: { requests: 1 } },
    clock: { now: () => at },
  })
  const { socket } = await relay.open()
  socket.on('error', () => {})
  const closed = once(socket, 'close')
  for (let count = 0; count < 30; count += 1)
    socket.send(request('irn_fetchMessages', { topic: newTopic() }))
  socket.pause() // it does not notice that the relay closes it
  const sending = setInterval(
    () => socket.readyState === socket.OPEN && socket.send(Buffer.alloc(50_000)),
    5,
  )
  await expect.poll(() => metric(relay, 'latchkey_relay_sockets')).toBe(0)
  clearInterval(sending)
  socket.resume()
  await closed
})

test('a refused client gets the reason, and its socket is closed even without the closing handshake', async () => {
  const relay = await startTestRelay()
  const { port } = new URL(relay.url)
  const stranger = connect(Number(port), '127.0.0.1')
  stranger.on('error', () => {})
  stranger.write(
    'GET /?auth=no HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  )
  let received = ''
  stranger.on('data', (part) => (received += part.toString('latin1')))
  await once(stranger, 'close')
  expect(received).toContain('101 Switching Protocols')
  expect(received).toContain('JWT Token is malformed')
})

test('the socket of a refused client that continues to send is closed', async () => {
  const relay = await startTestRelay()
  const socket = openRaw(relay.url)
  socket.on('error', () => {})
  await once(socket, 'open')
  const closed = once(socket, 'close')
  // a frame of 8 MB whose end is not sent
  socket.send(Buffer.alloc(8_000_000))
  await closed
  expect((await relay.open()).socket.readyState).toBe(1)
})

test('the socket of a client is closed when its incomplete frames exceed the limit of its address', async () => {
  const relay = await startTestRelay({ shares: { address: { underWay: 1_000_000 } } })
  const live = await relay.open()
  const client = createTestClient()
  const socket = openRaw(relay.url, { query: { auth: client.token(relay.url) } })
  socket.on('error', () => {})
  await once(socket, 'open')
  const closed = once(socket, 'close')
  socket.send('x'.repeat(3_000_000))
  await closed
  await expect.poll(() => metric(relay, 'latchkey_relay_refused_total{why="underWay"}')).toBe(1)
  // no bytes of the closed socket are still counted
  expect(
    await live.ask('irn_publish', {
      topic: newTopic(),
      message: 'x'.repeat(900_000),
      ttl: 300,
      tag: 1,
    }),
  ).toBe(true)
})

test('an overloaded relay admits no new client, and serves the connected ones', async () => {
  // with this clock the event loop seems late at every measurement
  let [at, step] = [0, 0]
  const steady = () => (at += step)
  const relay = await startTestRelay({ overload: 20, clock: { now: Date.now, steady } })
  const live = await relay.open()
  step = 200
  await expect.poll(() => metric(relay, 'latchkey_relay_loop_late_seconds')).toBeGreaterThan(0.1)
  await expect.poll(async () => (await come(relay)).outcome).toBe(1013)
  expect((await fetch(`${relay.http}/public-key`)).headers.get('retry-after')).toBe('1')
  expect((await fetch(`${relay.http}/health`)).status).toBe(200)
  expect(await live.ask('irn_subscribe', { topic: newTopic() })).toBeTruthy()
  step = 0
  await expect.poll(() => metric(relay, 'latchkey_relay_loop_late_seconds')).toBe(0)
  // the event loop has not been on time for a whole second yet
  expect((await come(relay)).outcome).toBe(1013)
  at += 1_000
  expect((await come(relay)).outcome).toBe('answered')
})
