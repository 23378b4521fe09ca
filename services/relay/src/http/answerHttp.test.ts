import { expect, test } from 'vitest'
import { limits } from '../limits.ts'
import { createTestClient } from '../testing/createTestClient.ts'
import { newTopic, startTestRelay } from '../testing/startTestRelay.ts'

const client = createTestClient()

test('the relay answers `/health` and `/metrics`, and its metrics contain no topics, messages or clients', async () => {
  const relay = await startTestRelay()
  const health = await fetch(`${relay.http}/health`)
  expect([health.status, await health.json()]).toEqual([
    200,
    { status: 'ok', version: expect.stringMatching(/^\d+\.\d+\.\d+$/) },
  ])
  const [site, wallet, topic] = [await relay.open(), await relay.open(), newTopic()]
  await wallet.ask('irn_subscribe', { topic })
  await site.ask('irn_publish', { topic, message: 'not to be seen', ttl: 300, tag: 7 })
  await wallet.push()
  await wallet.ask('irn_fetchMessages', { topic })
  await site.answer('irn_nothing', {})
  const metrics = await (await fetch(`${relay.http}/metrics`)).text()
  for (const line of [
    'latchkey_relay_sockets 2',
    'latchkey_relay_connections_total{outcome="accepted"} 2',
    'latchkey_relay_requests_total{method="irn_publish",outcome="ok"} 1',
    'latchkey_relay_requests_total{method="other",outcome="InvalidMethod"} 1',
    'latchkey_relay_published_total{outcome="stored"} 1',
    'latchkey_relay_pushed_total 1',
    'latchkey_relay_acknowledged_total 1',
    'latchkey_relay_answer_seconds_count 3',
  ])
    expect(metrics.split('\n')).toContain(line)
  for (const secret of [topic, 'not to be seen', client.did.slice(8)])
    expect(metrics).not.toContain(secret)
})

test('when the store fails, `/health` answers 503', async () => {
  const broken = { publish: null, isHealthy: () => Promise.reject(new Error('gone')) }
  // a store that cannot be reached; the relay uses only these two members here
  const relay = await startTestRelay({ store: broken as never, watch: false })
  const health = await fetch(`${relay.http}/health`)
  expect([health.status, await health.json()]).toMatchObject([503, { status: 'store unavailable' }])
})

async function post(url: string, body: string, headers: Record<string, string> = {}) {
  const response = await fetch(url, { method: 'POST', body, headers })
  return { status: response.status, text: await response.text() }
}

test('the relay answers the same requests over HTTP as over a socket', async () => {
  const relay = await startTestRelay()
  const [wallet, topic] = [await relay.open(), newTopic()]
  await wallet.ask('irn_subscribe', { topic })
  const publish = `{"id":1767600000000123457,"jsonrpc":"2.0","method":"irn_publish","params":{"topic":"${topic}","message":"hello","ttl":300,"tag":1}}`
  const { status, text } = await post(`${relay.http}/rpc?auth=${client.token(relay.url)}`, publish)
  expect([status, text]).toEqual([200, '{"id":1767600000000123457,"jsonrpc":"2.0","result":true}'])
  expect((await wallet.push()).params.data.message).toBe('hello')
  const subscribe = `{"id":"1767600000000123458","jsonrpc":"2.0","method":"irn_subscribe","params":{"topic":"${topic}"}}`
  expect(
    (
      await post(`${relay.http}/rpc`, subscribe, {
        authorization: `Bearer ${client.token(relay.http)}`,
      })
    ).text,
  ).toContain('"result":"')
})

test('the relay refuses the same requests over HTTP as over a socket', async () => {
  const relay = await startTestRelay()
  const url = `${relay.http}/rpc?auth=${client.token(relay.url)}`
  expect(await post(`${relay.http}/rpc`, '{}')).toMatchObject({
    status: 401,
    text: expect.stringContaining('"MissingJwt"'),
  })
  expect(await post(`${relay.http}/rpc?auth=a.b.c`, '{}')).toMatchObject({
    status: 401,
    text: expect.stringContaining('"InvalidJwt"'),
  })
  expect(await post(url, 'no json')).toMatchObject({
    status: 400,
    text: expect.stringContaining('"Serialization"'),
  })
  expect(await post(url, '{"id":1767600000000,"result":true}')).toMatchObject({ status: 400 })
  expect(await post(url, 'x'.repeat(limits.frame.answered + 1))).toMatchObject({
    status: 413,
    text: expect.stringContaining('"PayloadSizeExceeded"'),
  })
  expect((await fetch(`${relay.http}/rpc`)).status).toBe(405)
  expect((await fetch(`${relay.http}/health`, { method: 'POST' })).status).toBe(405)
  expect((await fetch(`${relay.http}/`)).status).toBe(404)
})

test('a request over HTTP counts against the limit of its client', async () => {
  const at = Date.now() // a clock that stands still, so that the limit does not refill
  const relay = await startTestRelay({
    shares: { client: { requests: 1 } },
    clock: { now: () => at },
  })
  const body = `{"id":1767600000000,"jsonrpc":"2.0","method":"irn_fetchMessages","params":{"topic":"${newTopic()}"}}`
  const url = `${relay.http}/rpc?auth=${client.token(relay.url)}`
  const statuses = []
  for (let count = 0; count < 11; count += 1) statuses.push((await post(url, body)).status)
  expect(statuses).toEqual([...Array<number>(10).fill(200), 429])
})

test('a client that subscribes over HTTP gets the waiting messages on its socket', async () => {
  const relay = await startTestRelay()
  const [wallet, site, topic] = [createTestClient(), await relay.open(), newTopic()]
  const subscribe = {
    id: '1767600000000123456',
    jsonrpc: '2.0',
    method: 'irn_subscribe',
    params: { topic },
  }
  const response = await fetch(`${relay.http}/rpc?auth=${wallet.token(relay.url)}`, {
    method: 'POST',
    body: JSON.stringify(subscribe),
  })
  expect(await response.json()).toMatchObject({ result: expect.stringMatching(/^[0-9a-f]{64}$/) })
  await site.ask('irn_publish', { topic, message: 'hello', ttl: 300, tag: 1 })
  const socket = await relay.open(wallet)
  await socket.ask('irn_fetchMessages', { topic: newTopic() })
  expect((await socket.push()).params.data.message).toBe('hello')
})

test('a request without a socket counts against the limit of its address, except for `/health`', async () => {
  const at = Date.now() // a clock that stands still, so that the limit does not refill
  const relay = await startTestRelay({
    shares: { address: { sockets: 1, connects: 1 } },
    clock: { now: () => at },
  })
  const requests = [
    ['/rpc', 'OPTIONS'],
    ['/metrics', 'GET'],
    ['/nothing', 'GET'],
    ['/public-key', 'GET'],
  ] as const
  for (let round = 0; round < 3; round += 1)
    for (const [path, method] of requests) await fetch(relay.http + path, { method })
  for (const [path, method] of requests) {
    const response = await fetch(relay.http + path, { method })
    expect([path, response.status, response.headers.get('retry-after')]).toEqual([path, 429, '1'])
  }
  expect((await post(`${relay.http}/rpc?auth=${client.token(relay.url)}`, '{}')).text).toContain(
    '"TooManyRequests"',
  )
  expect((await fetch(`${relay.http}/health`)).status).toBe(200)
})
