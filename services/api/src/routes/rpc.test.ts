import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createPublicClient, createWalletClient, http, parseEther } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { startDevnet, type Devnet } from '@latchkey/devnet'
import { developmentMnemonic } from '@latchkey/devnet/accounts'
import { chainOfDeployment } from '../../../../devnet/src/chainOfDeployment.ts'
import { createApi } from '../createApi.ts'
import type { ApiOptions } from '../options.ts'
import { chainAt } from '../testing/chainAt.ts'
import { deferred } from '@latchkey/server/testing/deferred'
import { neverOverloaded } from '../testing/neverOverloaded.ts'
import { sendJson, startFakeNode, type FakeNode } from '../testing/startFakeNode.ts'

let devnet: Devnet
const opened: { close: () => Promise<unknown> }[] = []
beforeAll(async () => void (devnet = await startDevnet({ ports: 'free' })), 60_000)
afterEach(
  async () => void (await Promise.all(opened.splice(0).map((resource) => resource.close()))),
)
afterAll(() => devnet.close())

async function start(options: ApiOptions): Promise<string> {
  const api = createApi({ ...neverOverloaded, ...options })
  opened.push(api)
  return (await api.listen({ port: 0 })).url
}

/**
 * Starts an API on the first chain of the devnet. `before`: nodes that are tried before the chain's
 * own node.
 */
async function startOnDevnet(...before: string[]) {
  const [chain] = devnet.chains
  if (!chain) throw new Error('The devnet has no chain')
  const config = chainOfDeployment(chain.deployment, chain.url)
  const api = await start({ chains: [{ ...config, rpcUrls: [...before, chain.url] }] })
  return { chain, url: `${api}/v1/?chainId=${chain.networkId}` }
}

async function node(answer: Parameters<typeof startFakeNode>[0]): Promise<FakeNode> {
  const standIn = await startFakeNode(answer)
  opened.push(standIn)
  return standIn
}

async function post(url: string, body: unknown, init: RequestInit = {}) {
  const response = await fetch(url, {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...init,
  })
  return {
    status: response.status,
    headers: response.headers,
    body: JSON.parse((await response.text()) || 'null') as unknown,
  }
}

const blockNumber = { jsonrpc: '2.0', id: 'abc', method: 'eth_blockNumber' }
const failure = (code: number, message = 'busy') => ({
  jsonrpc: '2.0',
  id: 'abc',
  error: { code, message },
})

test('the API forwards a request and its answer, with any Content-Type, with or without a slash', async () => {
  const { url, chain } = await startOnDevnet()
  const { result } = (
    await post(chain.url, blockNumber, { headers: { 'content-type': 'application/json' } })
  ).body as { result: string }
  for (const path of [url, url.replace('/v1/', '/v1')]) {
    for (const type of ['text/plain', 'application/json', 'x/y']) {
      const answer = await post(path, blockNumber, { headers: { 'content-type': type } })
      expect(answer).toMatchObject({ status: 200, body: { jsonrpc: '2.0', id: 'abc', result } })
      expect(answer.headers.get('content-type')).toBe('application/json')
    }
  }
})

test('a client of viem reads, sends, and waits for the receipt through the API', async () => {
  const { url, chain } = await startOnDevnet()
  const client = createPublicClient({ transport: http(url, { batch: true }) })
  const account = mnemonicToAccount(developmentMnemonic, { addressIndex: 3 })
  const wallet = createWalletClient({
    account,
    transport: http(url),
    chain: {
      id: chain.chainId,
      name: chain.deployment.name,
      nativeCurrency: chain.deployment.nativeCurrency,
      rpcUrls: { default: { http: [url] } },
    },
  })
  expect(await client.getChainId()).toBe(chain.chainId)
  const hash = await wallet.sendTransaction({ to: account.address, value: parseEther('0.001') })
  expect(await client.waitForTransactionReceipt({ hash })).toMatchObject({
    status: 'success',
    transactionHash: hash,
  })
})

test('the answers of a batch are in the order of its requests, and only the forbidden requests are refused', async () => {
  const { url } = await startOnDevnet()
  const { body } = await post(url, [
    blockNumber,
    { jsonrpc: '2.0', id: 2, method: 'anvil_setBalance', params: [] },
    { jsonrpc: '2.0', id: null, method: 'eth_gasPrice', params: [] },
    { jsonrpc: '2.0', id: 4, method: 'net_version' },
    { jsonrpc: '2.0', method: 'eth_chainId' },
  ])
  expect(body).toEqual([
    { jsonrpc: '2.0', id: 'abc', result: expect.stringMatching(/^0x/) },
    {
      jsonrpc: '2.0',
      id: 2,
      error: { code: -32601, message: 'Requested RPC call is not allowed' },
    },
    { jsonrpc: '2.0', id: null, result: expect.stringMatching(/^0x/) },
    { jsonrpc: '2.0', id: 4, result: '31337' },
  ])
})

test.each([
  'anvil_setBalance',
  'evm_mine',
  'hardhat_impersonateAccount',
  'debug_traceTransaction',
  'admin_nodeInfo',
  'personal_sign',
  'personal_unlockAccount',
  'miner_start',
  'tenderly_setBalance',
  'wallet_sendTransaction',
  'txpool_content',
  'trace_block',
  'engine_newPayloadV3',
  'eth_sign',
  'eth_signTransaction',
  'eth_signTypedData_v4',
  'eth_accounts',
  'eth_requestAccounts',
  'eth_sendTransaction',
  'eth_sendUnsignedTransaction',
  'eth_subscribe',
  'ETH_sign',
  'Anvil_mine',
  'eth_Accounts',
  'eth_sendBundle',
  'eth_sendRawTransactionConditional',
  'eth_BlockNumber',
  'eth_newFilter',
  'eth_newBlockFilter',
  'eth_getFilterChanges',
  'net_addPeer',
  'net_peerCount',
  'eth_call\u0000',
  'constructor',
  'toString',
  'eth_blockNumber ',
  'rpc_modules',
  '__proto__',
])('the API does not forward %s to a node', async (method) => {
  const standIn = await node((_, response) =>
    sendJson(response, { jsonrpc: '2.0', id: 1, result: true }),
  )
  const url = await start({ chains: [chainAt(standIn.url)] })
  const { status, body } = await post(`${url}/v1?chainId=eip155:77`, {
    jsonrpc: '2.0',
    id: 1,
    method,
  })
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      jsonrpc: '2.0',
      id: 1,
      error: { code: -32601, message: 'Requested RPC call is not allowed' },
    },
  })
  expect(standIn.requests).toEqual([])
})

test('of a duplicate member `method`, the API checks and forwards only the last one', async () => {
  const standIn = await node((_, response) =>
    sendJson(response, { jsonrpc: '2.0', id: 1, result: true }),
  )
  const url = await start({ chains: [chainAt(standIn.url)] })
  await post(
    `${url}/v1?chainId=eip155:77`,
    '{"jsonrpc":"2.0","id":1,"method":"anvil_reset","method":"eth_blockNumber"}',
  )
  expect(standIn.requests).toEqual(['{"jsonrpc":"2.0","id":1,"method":"eth_blockNumber"}'])
})

test('the API forwards a method that the operator allows by name', async () => {
  const standIn = await node((_, response) =>
    sendJson(response, { jsonrpc: '2.0', id: 1, result: '0x5' }),
  )
  const url = await start({
    chains: [{ ...chainAt(standIn.url), extraMethods: ['zks_estimateFee'] }],
  })
  expect(
    (
      await post(`${url}/v1?chainId=eip155:77`, {
        jsonrpc: '2.0',
        id: 1,
        method: 'zks_estimateFee',
      })
    ).body,
  ).toMatchObject({ result: '0x5' })
})

test("the API answers `eth_chainId` and `net_version` from the operator's list, without a node", async () => {
  const url = await start({ chains: [chainAt('http://127.0.0.1:1')] })
  const results = ['eth_chainId', 'net_version', 'net_listening'].map(
    async (method) =>
      (await post(`${url}/v1?chainId=eip155:77`, { jsonrpc: '2.0', id: 1, method })).body,
  )
  expect(await Promise.all(results)).toMatchObject([
    { result: '0x4d' },
    { result: '77' },
    { result: true },
  ])
})

test.each([
  ['a request without a network', '', blockNumber],
  ['a network of another service', '?chainId=eip155:1', blockNumber],
  ['a network twice', '?chainId=eip155:1&chainId=eip155:77', blockNumber],
  ['invalid JSON', '?chainId=eip155:77', '{'],
  ['an empty body', '?chainId=eip155:77', ''],
  ['another version', '?chainId=eip155:77', { ...blockNumber, jsonrpc: '1.0' }],
  ['a method that is not a text', '?chainId=eip155:77', { ...blockNumber, method: 7 }],
  ['an id that is a list', '?chainId=eip155:77', { ...blockNumber, id: [1] }],
  ['an empty batch', '?chainId=eip155:77', []],
  ['a batch of 101', '?chainId=eip155:77', Array(101).fill(blockNumber)],
  [
    'params nested 5,000 deep',
    '?chainId=eip155:77',
    `{"jsonrpc":"2.0","id":1,"method":"eth_call","params":${'['.repeat(5_000)}${']'.repeat(5_000)}}`,
  ],
  ['a batch in a batch', '?chainId=eip155:77', [[blockNumber]]],
])('the API refuses %s', async (_, query, body) => {
  const standIn = await node((_body, response) =>
    sendJson(response, { jsonrpc: '2.0', id: 1, result: true }),
  )
  const url = await start({ chains: [chainAt(standIn.url)] })
  const answer = await post(`${url}/v1${query}`, body)
  expect(answer).toMatchObject({ status: 400, body: { status: 'FAILED' } })
  expect(standIn.requests).toEqual([])
})

test.each<[string, Parameters<typeof startFakeNode>[0]]>([
  ['hangs up', (_, response) => response.destroy()],
  [
    'answers 500',
    (_, response) => sendJson(response, { jsonrpc: '2.0', id: 'abc', result: '0xbad' }, 500),
  ],
  ['answers 429', (_, response) => sendJson(response, failure(-32005), 429)],
  [
    'answers a web page',
    (_, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'),
  ],
  ['answers with an empty body', (_, response) => void response.end()],
  ['answers JSON that is not JSON-RPC', (_, response) => sendJson(response, { hello: 'world' })],
  ['answers a word', (_, response) => sendJson(response, 'ok')],
  [
    'answers with a redirect',
    (_, response) => void response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end(),
  ],
  [
    'answers more than 10 MiB',
    (_, response) =>
      sendJson(response, { jsonrpc: '2.0', id: 'abc', result: 'x'.repeat(11 * 1024 * 1024) }),
  ],
  ['is behind', (_, response) => sendJson(response, failure(-32000, 'header not found'))],
  ['is limited', (_, response) => sendJson(response, failure(-32005, 'limit exceeded'))],
])('the API requests the next node when one %s', async (_, answer) => {
  const broken = await node(answer)
  const { url } = await startOnDevnet(broken.url)
  expect(await post(url, blockNumber)).toMatchObject({
    status: 200,
    body: { id: 'abc', result: expect.stringMatching(/^0x/) },
  })
  expect(broken.requests).toHaveLength(1)
})

test('the API requests the next node when one takes too long', async () => {
  const silent = await node(() => {})
  const good = await node((_, response) =>
    sendJson(response, { jsonrpc: '2.0', id: 'abc', result: '0x1' }),
  )
  const url = await start({ chains: [chainAt(silent.url, good.url)], nodeTimeLimit: 500 })
  expect((await post(`${url}/v1?chainId=eip155:77`, blockNumber)).body).toMatchObject({
    result: '0x1',
  })
})

test('the API forwards the error of a call that reverts, and requests no other node', async () => {
  const { chain } = await startOnDevnet()
  const other = await node((_, response) =>
    sendJson(response, { jsonrpc: '2.0', id: 1, result: '0x' }),
  )
  const url = await start({
    chains: [
      { ...chainOfDeployment(chain.deployment, chain.url), rpcUrls: [chain.url, other.url] },
    ],
  })
  const call = {
    to: chain.deployment.dex.usd,
    data: `0xa9059cbb${'0'.repeat(63)}1${'f'.repeat(64)}`,
  } // transfers more than the account has
  const { body } = await post(`${url}/v1?chainId=${chain.networkId}`, {
    jsonrpc: '2.0',
    id: 1,
    method: 'eth_call',
    params: [call, 'latest'],
  })
  expect(body).toMatchObject({ error: { code: 3, data: expect.stringMatching(/^0x/) } })
  expect(other.requests).toEqual([])
})

test.each([
  { code: -32000, message: 'execution reverted' },
  { code: -32015, message: 'VM execution error.', data: '0x08c379a0' },
])(
  'the API recognises “$message” as a revert, even with the error code of a failing node',
  async (error) => {
    const reverting = await node((_, response) =>
      sendJson(response, { jsonrpc: '2.0', id: 'abc', error }),
    )
    const other = await node((_, response) =>
      sendJson(response, { jsonrpc: '2.0', id: 'abc', result: '0x' }),
    )
    const url = await start({ chains: [chainAt(reverting.url, other.url)] })
    expect((await post(`${url}/v1?chainId=eip155:77`, blockNumber)).body).toMatchObject({ error })
    expect(other.requests).toEqual([])
  },
)

test('when every node answers with an error, the client gets the last error', async () => {
  const [first, second] = [
    await node((_, response) => sendJson(response, failure(-32000, 'first'))),
    await node((_, response) => sendJson(response, failure(-32001, 'second'))),
  ]
  const url = await start({ chains: [chainAt(first.url, second.url, 'http://127.0.0.1:1')] })
  expect(await post(`${url}/v1?chainId=eip155:77`, blockNumber)).toMatchObject({
    status: 200,
    body: failure(-32001, 'second'),
  })
})

test("the API forwards a node's answer 400 with its status", async () => {
  const standIn = await node((_, response) =>
    sendJson(response, failure(-32602, 'invalid params'), 400),
  )
  const url = await start({ chains: [chainAt(standIn.url)] })
  expect(await post(`${url}/v1?chainId=eip155:77`, blockNumber)).toMatchObject({
    status: 400,
    body: failure(-32602, 'invalid params'),
  })
})

test('a transaction that one node has answered is not sent to another node', async () => {
  const refusing = await node((_, response) => sendJson(response, failure(-32000, 'nonce too low')))
  const other = await node((_, response) =>
    sendJson(response, { jsonrpc: '2.0', id: 'abc', result: `0x${'0'.repeat(64)}` }),
  )
  const url = await start({ chains: [chainAt(refusing.url, other.url)] })
  const send = { jsonrpc: '2.0', id: 'abc', method: 'eth_sendRawTransaction', params: ['0x00'] }
  expect((await post(`${url}/v1?chainId=eip155:77`, send)).body).toEqual(
    failure(-32000, 'nonce too low'),
  )
  expect((await post(`${url}/v1?chainId=eip155:77`, [send])).status).toBe(200)
  expect(other.requests).toEqual([])
})

test('when no node answers, the API answers 503 with Retry-After, without the URLs of the nodes', async () => {
  const url = await start({
    chains: [chainAt('http://127.0.0.1:1/secret-key', 'http://127.0.0.1:2')],
  })
  const answer = await post(`${url}/v1?chainId=eip155:77`, blockNumber)
  expect(answer).toMatchObject({
    status: 503,
    body: { reasons: [{ field: 'transport', name: 'transport' }] },
  })
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(JSON.stringify(answer.body)).not.toContain('127.0.0.1')
})

test('the error of a node for a whole batch becomes the answer to each of its requests', async () => {
  const standIn = await node((_, response) =>
    sendJson(response, {
      jsonrpc: '2.0',
      id: null,
      error: { code: -32600, message: 'no batches' },
    }),
  )
  const url = await start({ chains: [chainAt(standIn.url)] })
  const { body } = await post(`${url}/v1?chainId=eip155:77`, [
    blockNumber,
    { jsonrpc: '2.0', id: 2, method: 'eth_chainId' },
  ])
  expect(body).toEqual([
    { jsonrpc: '2.0', id: 'abc', error: { code: -32600, message: 'no batches' } },
    { jsonrpc: '2.0', id: 2, result: '0x4d' },
  ])
})

test('a notification gets no answer', async () => {
  const standIn = await node((_, response) => void response.writeHead(200).end())
  const url = await start({ chains: [chainAt(standIn.url)] })
  expect(
    (await post(`${url}/v1?chainId=eip155:77`, { jsonrpc: '2.0', method: 'eth_blockNumber' }))
      .status,
  ).toBe(204)
})

test('when the client leaves, the API aborts the request to the node', async () => {
  const received = deferred()
  const aborted = deferred()
  const slow = await node((_, response) => {
    response.on('close', aborted.resolve)
    received.resolve()
  })
  const url = await start({ chains: [chainAt(slow.url, 'http://127.0.0.1:1')] })
  const client = new AbortController()
  const answer = post(`${url}/v1?chainId=eip155:77`, blockNumber, { signal: client.signal })
  const failure = answer.then(
    () => undefined,
    (error: unknown) => error,
  )
  await received.promise
  client.abort()
  await aborted.promise
  expect(await failure).toMatchObject({ name: 'AbortError' })
})

test('the API sends a node no headers of the client', async () => {
  const headers = deferred<Record<string, unknown>>()
  const standIn = await node((_, response, request) => {
    headers.resolve(request.headers)
    sendJson(response, { jsonrpc: '2.0', id: 'abc', result: '0x1' })
  })
  const url = await start({ chains: [chainAt(standIn.url)] })
  await post(`${url}/v1?chainId=eip155:77`, blockNumber, {
    headers: {
      origin: 'https://shop.example',
      cookie: 'a=b',
      authorization: 'Bearer x',
      'x-forwarded-for': '1.2.3.4',
    },
  })
  expect(JSON.stringify(await headers.promise)).not.toMatch(/shop|a=b|Bearer|1\.2\.3\.4/)
})
