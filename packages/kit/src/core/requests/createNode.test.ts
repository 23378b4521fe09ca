import { expect, test } from 'vitest'
import { networkOf, reasonOf, startTestKit } from '../../session/startTestKit.ts'
import { sendJson, sendResult, startTestServer } from '../testing/startTestServer.ts'
import type { NetworkId } from '@latchkey/protocol/caip'
import { contextOf } from '../kit/context.ts'
import { createNode } from './createNode.ts'

/** Makes a kit with two nodes: the first answers as `answer` returns, the second correctly. */
async function start(answer: (id: number) => unknown) {
  const first = await startTestServer((response, { body }) =>
    sendJson(response, answer((JSON.parse(body) as { id: number }).id)),
  ) // the body is a JSON-RPC request of the kit
  const second = await startTestServer((response, request) => sendResult(response, request, '0x2'))
  const networks = [networkOf({ id: 31337, name: 'First', rpcUrl: first.url })] as const
  const kitOver = (...urls: string[]) =>
    startTestKit({ networks, customRpcUrls: { 'eip155:31337': urls } }).kit
  const ask = (...urls: string[]) => kitOver(...urls).request({ method: 'eth_blockNumber' })
  return { both: () => ask(first.url, second.url), alone: () => reasonOf(ask(first.url)) }
}

test.each<[string, (id: number) => object]>([
  ['the id of another request', (id) => ({ id: id + 1 })],
  ['its id as a string', (id) => ({ id: String(id) })],
  ['no id', () => ({})],
  ['the id null', () => ({ id: null })],
])('an answer with %s is rejected, and the next node gets the request', async (_, named) => {
  const { both, alone } = await start((id) => ({ jsonrpc: '2.0', result: '0x1', ...named(id) }))
  expect(await both()).toBe('0x2')
  expect(await alone()).toMatchObject({ code: 'answerInvalid' })
})

/** Starts two nodes. The first fails `failures` times with this status. */
async function startFailing(status: number, failures: number) {
  let requestCount = 0
  const first = await startTestServer((response, request) =>
    requestCount++ < failures
      ? sendJson(response, {}, status)
      : sendResult(response, request, '0x1'),
  )
  const second = await startTestServer((response, request) => sendResult(response, request, '0x2'))
  const networks = [networkOf({ id: 31337, name: 'First', rpcUrl: second.url })] as const
  return { first, second, networks }
}

test.each([429, 500, 502, 503, 504])(
  'after status %i, only the same node gets the request again',
  async (status) => {
    const { first, second, networks } = await startFailing(status, 3)
    const { kit, clock } = startTestKit({
      networks,
      customRpcUrls: { 'eip155:31337': [first.url, second.url] },
    })
    const answer = kit.request({ method: 'eth_blockNumber' })
    for (const wait of [150, 300, 600]) {
      await clock.scheduled(wait)
      clock.advance(wait)
    }
    expect(await answer).toBe('0x1')
    expect([first.requests.length, second.requests.length]).toEqual([4, 0])
  },
)

test('after repeated failures of a node, the next node of the site gets the request', async () => {
  const { first, second, networks } = await startFailing(503, 9)
  const { kit, clock } = startTestKit({
    networks,
    customRpcUrls: { 'eip155:31337': [first.url, second.url] },
  })
  const answer = kit.request({ method: 'eth_blockNumber' })
  for (const wait of [150, 300, 600]) {
    await clock.scheduled(wait)
    clock.advance(wait)
  }
  expect(await answer).toBe('0x2')
})

/** Starts two nodes. The first node leaves its first `hangs` requests unanswered. */
async function startHanging(hangs: number) {
  let requestCount = 0
  const first = await startTestServer(
    (response, request) => void (requestCount++ >= hangs && sendResult(response, request, '0x1')),
  )
  const second = await startTestServer((response, request) => sendResult(response, request, '0x2'))
  const { kit, clock } = startTestKit({
    networks: [networkOf({ id: 31337, name: 'First', rpcUrl: second.url })],
    customRpcUrls: { 'eip155:31337': [first.url, second.url] },
  })
  const begin = clock.now()
  const answer = kit.request({ method: 'eth_blockNumber' })
  const wait = async (ms: number, times?: number) => {
    await clock.scheduled(ms, times)
    clock.advance(ms)
  }
  return { first, second, answer, wait, spent: () => clock.now() - begin }
}

test('if a node hangs once, only the same node gets the request again', async () => {
  const { first, second, answer, wait } = await startHanging(1)
  await first.received(1)
  await wait(10_000)
  await wait(150)
  expect(await answer).toBe('0x1')
  expect([first.requests.length, second.requests.length]).toEqual([2, 0])
})

test('if a node hangs twice, the next node gets the request after 13 s', async () => {
  const { first, second, answer, wait, spent } = await startHanging(9)
  await first.received(1)
  await wait(10_000)
  await wait(150)
  await first.received(2)
  await wait(3_000)
  expect(await answer).toBe('0x2')
  expect([first.requests.length, second.requests.length, spent()]).toEqual([2, 1, 13_150])
})

test('if the proxy fails, a public node gets the request only with `publicNodes`', async () => {
  const { first, second, networks } = await startFailing(404, 9)
  const { kit } = startTestKit({ networks, services: { api: first.url }, publicNodes: undefined })
  expect(await reasonOf(kit.request({ method: 'eth_blockNumber' }))).toMatchObject({
    code: expect.any(String),
  })
  expect(second.requests).toEqual([])
  const permitting = startTestKit({ networks, services: { api: first.url }, publicNodes: true })
  expect(await permitting.kit.request({ method: 'eth_blockNumber' })).toBe('0x2')
})

test('an error with the id null is reported', async () => {
  const { alone } = await start(() => ({
    jsonrpc: '2.0',
    id: null,
    error: { code: -32600, message: 'invalid' },
  }))
  expect(await alone()).toMatchObject({ code: 'invalidRequest' })
})

test('an error without an id is reported', async () => {
  const { alone } = await start(() => ({
    jsonrpc: '2.0',
    error: { code: -32005, message: 'too many' },
  }))
  expect(await alone()).toMatchObject({ code: 'limitExceeded' })
})

test('a path is requested below the URL of the node; if it fails, the next node gets the request', async () => {
  const first = await startTestServer((response, { url }) =>
    url.pathname === '/api/tip'
      ? sendJson(response, { height: 7 })
      : sendJson(response, 'None', 404),
  )
  const second = await startTestServer((response) => sendJson(response, { height: 8 }))
  const { kit } = startTestKit({
    networks: [networkOf({ id: 31337, name: 'First', rpcUrl: first.url })],
    customRpcUrls: { 'eip155:31337': [`${first.url}/api/`, second.url] },
  })
  const node = createNode(kit, contextOf(kit).networks, () => false)
  expect(await node.get('eip155:31337' as NetworkId, '/tip')).toEqual({ height: 7 })
  expect(await node.get('eip155:31337' as NetworkId, '/none')).toEqual({ height: 8 })
  expect(await reasonOf(node.get('eip155:9' as NetworkId, '/tip'))).toMatchObject({
    code: 'networkNotFound',
  })
  expect(second.requests.map(({ method, url }) => [method, url.pathname])).toEqual([
    ['GET', '/none'],
  ])
})

test('a text is read and sent below the path of the URL, before its query', async () => {
  const server = await startTestServer((response, { url }) => {
    const isRefused = url.pathname.endsWith('/refused')
    response.writeHead(isRefused ? 400 : 200).end(isRefused ? 'bad-txns: dust' : 'abcdef')
  })
  const { kit } = startTestKit({
    networks: [networkOf({ id: 31337, name: 'First', rpcUrl: server.url })],
    customRpcUrls: { 'eip155:31337': [`${server.url}/v1/esplora/x?projectId=known`] },
  })
  const node = createNode(kit, contextOf(kit).networks, () => false)
  const networkId = 'eip155:31337' as NetworkId
  expect(await node.getText(networkId, '/tx/1/hex')).toBe('abcdef')
  expect(await node.post(networkId, '/tx', '0200')).toBe('abcdef')
  expect(await reasonOf(node.post(networkId, '/refused', '0200'))).toMatchObject({
    code: 'httpFailed',
    status: 400,
    details: 'bad-txns: dust',
  })
  expect(
    server.requests.map(({ method, url, body }) => [method, `${url.pathname}${url.search}`, body]),
  ).toEqual([
    ['GET', '/v1/esplora/x/tx/1/hex?projectId=known', ''],
    ['POST', '/v1/esplora/x/tx?projectId=known', '0200'],
    ['POST', '/v1/esplora/x/refused?projectId=known', '0200'],
  ])
})
