import type { ServerResponse } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { counts } from '@latchkey/protocol/limits'
import { sendJson, startFakeNode } from '../testing/startFakeNode.ts'
import { createNodes, NodesError } from './nodes.ts'
import { evmNodes } from '../chains/evm/nodes/evmNodes.ts'

const opened: { close: () => Promise<unknown> }[] = []
afterEach(
  async () => void (await Promise.all(opened.splice(0).map((resource) => resource.close()))),
)

const never = new AbortController().signal

/** Starts a node whose answers the test decides. If the answer is undefined, the node is down. */
async function node(
  chainId: string | (() => string),
  say: (method: string, response: ServerResponse) => unknown,
) {
  const standIn = await startFakeNode(
    (body, response) => {
      const { id, method } = JSON.parse(body) as { id: unknown; method: string }
      const result =
        method === 'eth_chainId'
          ? typeof chainId === 'string'
            ? chainId
            : chainId()
          : say(method, response)
      if (result === undefined) response.writeHead(502).end()
      else
        sendJson(response, {
          jsonrpc: '2.0',
          id,
          ...(typeof result === 'object' ? result : { result }),
        })
    },
    { receivesChainId: true },
  )
  opened.push(standIn)
  return {
    url: standIn.url,
    methods: () => standIn.requests.map((body) => (JSON.parse(body) as { method: string }).method),
  }
}

/** Makes the nodes of chain 77, with a clock that the test moves. */
function nodesAt(...urls: string[]) {
  const state = { now: 0, strangers: [] as number[] }
  const nodes = createNodes({
    rules: evmNodes,
    urls,
    networkId: 'eip155:77',
    fetch,
    timeLimit: 5_000,
    now: () => state.now,
    onForeignChain: (position) => state.strangers.push(position),
  })
  const request = () => nodes.request('eth_blockNumber', [], never)
  const forward = async () =>
    (
      await nodes.forward('{"jsonrpc":"2.0","id":5,"method":"eth_blockNumber"}', {
        once: false,
        silent: false,
        signal: never,
      })
    ).bytes.toString()
  return { nodes, state, request, forward }
}

test('a node of another chain gets only requests for its chain id, and is reported by its position', async () => {
  const [stranger, own] = [await node('0x1', () => '0xbad'), await node('0x4d', () => '0x5')]
  const { request, forward, state } = nodesAt(stranger.url, own.url)
  expect(await request()).toBe('0x5')
  expect(await forward()).toContain('"0x5"')
  expect(stranger.methods()).toEqual(['eth_chainId'])
  expect(own.methods()).toEqual(['eth_chainId', 'eth_blockNumber', 'eth_blockNumber'])
  expect(state.strangers).toEqual([1])
  const { request: alone } = nodesAt(stranger.url)
  await expect(alone()).rejects.toThrow(NodesError)
})

test('the chain of a node is checked again when the node takes over, after a failure, and after some minutes', async () => {
  let isUp = true
  let second = '0x4d'
  const first = await node('0x4d', () => (isUp ? '0x1' : undefined))
  const other = await node(
    () => second,
    () => '0x2',
  )
  const { request, state } = nodesAt(first.url, other.url)
  const handshakes = () =>
    [first, other].map(
      ({ methods }) => methods().filter((method) => method === 'eth_chainId').length,
    )
  for (let times = 0; times < 3; times += 1) expect(await request()).toBe('0x1')
  expect(handshakes()).toEqual([1, 0])
  isUp = false
  expect(await request()).toBe('0x2')
  expect(handshakes()).toEqual([1, 1])
  isUp = true
  expect(await request()).toBe('0x1')
  expect(handshakes()).toEqual([2, 1])
  second = '0x1'
  isUp = false
  await expect(request()).rejects.toThrow(NodesError)
  expect(state.strangers).toEqual([2])
  isUp = true
  state.now = 1_000_000
  expect(await request()).toBe('0x1')
  state.now += 300_000
  expect(await request()).toBe('0x1')
  expect(handshakes()).toEqual([4, 2])
})

test('nodes that take turns, because one refuses some requests, are checked at most once a second', async () => {
  const first = await node('0x4d', (method) =>
    method === 'eth_getLogs' ? { error: { code: -32000, message: 'pruned' } } : '0x1',
  )
  const other = await node('0x4d', () => '0x2')
  const { nodes, request, state } = nodesAt(first.url, other.url)
  const handshakes = () =>
    [first, other].map(
      ({ methods }) => methods().filter((method) => method === 'eth_chainId').length,
    )
  for (let times = 0; times < 3; times += 1)
    expect([await request(), await nodes.request('eth_getLogs', [], never)]).toEqual(['0x1', '0x2'])
  expect(handshakes()).toEqual([1, 1])
  state.now = 1_000
  for (let times = 0; times < 3; times += 1)
    expect([await request(), await nodes.request('eth_getLogs', [], never)]).toEqual(['0x1', '0x2'])
  expect(handshakes()).toEqual([2, 2])
})

test('a node that does not report its chain is ignored', async () => {
  for (const id of ['', 'x', '0x', `0x${'f'.repeat(65)}`]) {
    const { request } = nodesAt((await node(id, () => '0x5')).url)
    await expect(request()).rejects.toThrow(NodesError)
  }
})

test('requests that belong together are answered by one node, and repeated at the next node when one of them fails', async () => {
  const first = await node('0x4d', (method) => (method === 'eth_syncing' ? undefined : '0x1'))
  const other = await node('0x4d', (method) => (method === 'eth_syncing' ? 'no' : '0x2'))
  const { nodes } = nodesAt(first.url, other.url)
  const answers = await nodes.together(
    (request) =>
      Promise.all([request('eth_blockNumber', [], never), request('eth_syncing', [], never)]),
    never,
  )
  expect(answers).toEqual(['0x2', 'no'])
})

test('when the answer of a node cannot be read, the next node is requested', async () => {
  const [first, other] = [await node('0x4d', () => 'nonsense'), await node('0x4d', () => '0x2')]
  const { nodes } = nodesAt(first.url, other.url)
  const read = (result: unknown) => {
    if (result === '0x2') return 2
    throw new RangeError('wrong')
  }
  expect(await nodes.request('eth_blockNumber', [], never, { begin: () => ({ read }) })).toBe(2)
})

test.each([
  ['many objects', `[${'{},'.repeat(1_000_000)}{}]`],
  ['nesting', '['.repeat(1_000_000)],
  ['many members', `{${Array.from({ length: 100_000 }, (_, index) => `"${index}":0`).join()}}`],
  ['a long text', `"${'a'.repeat(11_000_000)}"`],
  ['invalid JSON', '<html>'],
  ['neither result nor error', '{"jsonrpc":"2.0","id":5}'],
  ['a list in a list', '[[{"result":1}]]'],
  ['numbers', '[1,2]'],
])('an answer with %s is refused', async (_, text) => {
  const standIn = await startFakeNode((_, response) => void response.writeHead(200).end(text))
  opened.push(standIn)
  const { request, forward } = nodesAt(standIn.url)
  await expect(request()).rejects.toThrow(NodesError)
  await expect(forward()).rejects.toThrow(NodesError)
})

test('a node does not count as down when its answer is too long to be forwarded', async () => {
  const standIn = await node('0x4d', (method) =>
    method === 'eth_getLogs' ? 'x'.repeat(counts.rpcAnswerBytes) : '0x5',
  )
  const { request, nodes } = nodesAt(standIn.url)
  const logs = '{"jsonrpc":"2.0","id":5,"method":"eth_getLogs"}'
  await expect(
    nodes.forward(logs, { once: false, silent: false, signal: never }),
  ).rejects.toMatchObject({ isTooLarge: true })
  expect(await request()).toBe('0x5')
  expect(standIn.methods()).toEqual(['eth_chainId', 'eth_getLogs', 'eth_blockNumber'])
})

test('an answer is forwarded byte for byte, whatever the result', async () => {
  const text =
    '[ {"id":5,"result":{"__proto__":[1.50,"\\u0041",{"error":{"code":1}}]}} ,{"error":{"code":-32601,"message":"no","data":{"a":1}},"id":null}]'
  const standIn = await startFakeNode((_, response) => void response.writeHead(200).end(text))
  opened.push(standIn)
  const { nodes } = nodesAt(standIn.url)
  const { bytes, replies } = await nodes.forward('[]', {
    once: false,
    silent: false,
    signal: never,
  })
  expect(bytes.toString()).toBe(text)
  expect(replies).toMatchObject([
    { id: 5, start: 2 },
    { id: null, error: { code: -32601 } },
  ])
  expect(Array.isArray(replies) && text.slice(replies[0]?.start, replies[0]?.end)).toBe(
    '{"id":5,"result":{"__proto__":[1.50,"\\u0041",{"error":{"code":1}}]}}',
  )
})
