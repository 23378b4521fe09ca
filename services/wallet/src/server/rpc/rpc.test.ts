import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { bitcoinRegtestId } from '@latchkey/protocol/chains/bitcoinNetworks'
import { polkadotDevnetId } from '@latchkey/protocol/chains/polkadotNetworks'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { startTestWallet, type TestWallet } from '../testing/startTestWallet.ts'

let wallet: TestWallet
const requests: string[] = []
let answers: ((response: ServerResponse, body: string) => void)[] = []
const nodes = [0, 1].map((index) =>
  createServer((request: IncomingMessage, response) => {
    let body = ''
    request
      .on('data', (part) => (body += part))
      .on('end', () => {
        requests.push(`${index} ${body}`)
        answers[index]?.(response, body)
      })
  }),
)
const urlOf = (node: (typeof nodes)[number]) =>
  // the cast is safe: a server on a port has an address of this type
  `http://127.0.0.1:${(node.address() as AddressInfo).port}`

beforeAll(async () => {
  await Promise.all(
    nodes.map((node) => new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve))),
  )
  wallet = await startTestWallet({
    networks: [
      {
        networkId: 'eip155:1',
        name: 'One',
        currency: { symbol: 'ETH', decimals: 18 },
        rpcUrls: nodes.map(urlOf),
      },
      {
        networkId: polkadotDevnetId,
        name: 'Asset Hub',
        currency: { symbol: 'DOT', decimals: 10 },
        rpcUrls: nodes.map(urlOf),
      },
    ],
  })
})
afterAll(async () => {
  await wallet.close()
  nodes.forEach((node) => node.close())
})
beforeEach(() => {
  requests.length = 0
  answers = [ok, ok]
})

const ok = (response: ServerResponse, body: string) =>
  response.end(JSON.stringify({ jsonrpc: '2.0', id: JSON.parse(body).id ?? 0, result: '0x1' }))
const broken = (response: ServerResponse) => response.writeHead(500).end()
const request = (method: string, id = 1) => ({ jsonrpc: '2.0', id, method, params: [] })
async function ask(body: unknown, chainId = 'eip155:1') {
  const response = await fetch(`${wallet.url}/v1/rpc?chainId=${chainId}`, {
    method: 'POST',
    body: JSON.stringify(body),
  })
  return { status: response.status, body: await response.json() }
}

test('the server sends a read to the first node that answers, and a transaction to one node only', async () => {
  expect(await ask(request('eth_blockNumber'))).toEqual({
    status: 200,
    body: { jsonrpc: '2.0', id: 1, result: '0x1' },
  })
  expect(requests).toHaveLength(1)
  answers = [broken, ok]
  expect(await ask(request('eth_blockNumber'))).toMatchObject({ status: 200 })
  requests.length = 0
  expect(await ask(request('eth_sendRawTransaction'))).toEqual({
    status: 503,
    body: { error: 'unavailable' },
  })
  expect(requests.map(([index]) => index)).toEqual(['0'])
  answers = [
    broken,
    (response) => response.writeHead(302, { location: 'http://127.0.0.1:1' }).end(),
  ]
  expect(await ask(request('eth_blockNumber'))).toEqual({
    status: 503,
    body: { error: 'unavailable' },
  })
})

test.each([
  'eth_sendTransaction',
  'eth_accounts',
  'personal_sign',
  'debug_traceTransaction',
  'admin_peers',
  'anvil_setBalance',
  'ETH_CALL',
  '',
])('the server does not forward %s', async (method) => {
  const error = { code: -32601, message: 'Requested RPC call is not allowed' }
  expect(await ask(request(method))).toEqual({
    status: 200,
    body: { jsonrpc: '2.0', id: 1, error },
  })
  expect((await ask([request('eth_call', 1), request(method, 2)])).body).toEqual(
    [1, 2].map((id) => ({ jsonrpc: '2.0', id, error })),
  )
  expect(requests).toEqual([])
})

test('of a duplicate member, the server forwards the value that it has checked', async () => {
  await fetch(`${wallet.url}/v1/rpc?chainId=eip155:1`, {
    method: 'POST',
    body: '{"jsonrpc":"2.0","id":1,"method":"admin_peers","method":"eth_call","params":[],"more":1}',
  })
  expect(requests).toEqual(['0 {"jsonrpc":"2.0","id":1,"method":"eth_call","params":[]}'])
})

test('the server forwards requests only for the operator’s networks, and limits batches and bodies', async () => {
  for (const chainId of ['eip155:2', '', 'http://127.0.0.1'])
    expect(await ask(request('eth_call'), chainId)).toEqual({
      status: 404,
      body: { error: 'notFound' },
    })
  for (const body of [
    [],
    Array(101).fill(request('eth_call')),
    {},
    'text',
    { ...request('eth_call'), id: {} },
  ])
    expect(await ask(body)).toEqual({ status: 400, body: { error: 'invalidRequest' } })
  expect(await ask({ ...request('eth_call'), params: ['x'.repeat(300_000)] })).toEqual({
    status: 413,
    body: { error: 'tooLarge' },
  })
  answers = [(response) => response.end(Buffer.alloc(11 * 1024 * 1024, ' ')), ok]
  expect(await ask(request('eth_call'))).toEqual({ status: 503, body: { error: 'unavailable' } })
  expect(JSON.stringify(wallet.lines)).not.toContain(urlOf(nodes[0] ?? createServer()))
})

/** A server whose only network is Bitcoin, with two Esploras. `requests` are those that they got. */
async function startEsploras(answer: (path: string, response: ServerResponse) => void) {
  const requests: string[] = []
  const esploras = [0, 1].map((index) =>
    createServer((request, response) => {
      let body = ''
      request
        .on('data', (part) => (body += part))
        .on('end', () => {
          requests.push([index, request.method, request.url, body].join(' ').trim())
          answer(`${index}${request.url}`, response)
        })
    }),
  )
  await Promise.all(
    esploras.map((node) => new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve))),
  )
  const own = await startTestWallet({
    networks: [
      {
        networkId: bitcoinRegtestId,
        name: 'Bitcoin',
        currency: { symbol: 'BTC', decimals: 8 },
        rpcUrls: [
          `${urlOf(esploras[0] ?? createServer())}/api/?key=1`,
          urlOf(esploras[1] ?? createServer()),
        ],
      },
    ],
  })
  onTestFinished(async () => {
    await own.close()
    for (const node of esploras) node.close()
  })
  async function call(method: string, params: object) {
    const response = await fetch(`${own.url}/v1/rpc?chainId=${bitcoinRegtestId}`, {
      method: 'POST',
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    const { result, error } = (await response.json()) as {
      result?: unknown
      error?: { code: number } | string
    } // the form of JSON-RPC, or of a refusal
    return typeof error === 'object' ? error.code : (error ?? result)
  }
  return { call, requests }
}

const txid = 'ab'.repeat(32)
const address = 'bcrt1q6rz28mcfaxtmd6v789l9rrlrusdprr9pz3cppk'

test('the words of the frame for Bitcoin are requests to an Esplora', async () => {
  const { call, requests } = await startEsploras((path, response) =>
    response.end(path.includes('/hex') ? '0200\n' : path.endsWith('/tx?key=1') ? txid : '[1]'),
  )
  expect(await call('rawTransaction', { txid })).toBe('0200')
  expect(await call('coins', { address })).toEqual([1])
  expect(await call('feeEstimates', {})).toEqual([1])
  expect(await call('broadcast', { transaction: '0200' })).toBe(txid)
  expect(requests).toEqual([
    `0 GET /api/tx/${txid}/hex?key=1`,
    `0 GET /api/address/${address}/utxo?key=1`,
    '0 GET /api/fee-estimates?key=1',
    '0 POST /api/tx?key=1 0200',
  ])
})

test('of two Esploras the second one answers reads, and gets no transaction', async () => {
  const { call, requests } = await startEsploras((path, response) =>
    path.startsWith('0') ? response.writeHead(500).end() : response.end('no JSON'),
  )
  expect(await call('rawTransaction', { txid })).toBe('no JSON')
  expect(await call('coins', { address })).toBe('unavailable')
  expect(await call('broadcast', { transaction: '0200' })).toBe('unavailable')
  expect(requests.map(([index]) => index).join('')).toBe('01010')
})

test('an unknown transaction and a refused one are answers, and other parameters and methods are refused', async () => {
  const { call, requests } = await startEsploras((path, response) =>
    response.writeHead(path.includes('/hex') ? 404 : 400).end('bad-txns'),
  )
  expect(await call('rawTransaction', { txid })).toBe(-32001)
  expect(await call('broadcast', { transaction: '0200' })).toBe(-32003)
  expect(requests).toHaveLength(2)
  for (const [method, params] of [
    ['rawTransaction', { txid: `${txid}/../../x` }],
    ['rawTransaction', [txid]],
    ['coins', { address: `${address}/utxo?` }],
    ['coins', {}],
    ['broadcast', { transaction: '0x0200' }],
    ['broadcast', { transaction: '' }],
  ] as const)
    expect(await call(method, params)).toBe(-32602)
  for (const method of ['eth_call', 'sendTransaction', 'toString', ''])
    expect(await call(method, {})).toBe(-32601)
  expect(requests).toHaveLength(2)
})

test('of a Polkadot network the server forwards the reads of the frame, and two functions of the runtime', async () => {
  const call = (method: string, ...params: unknown[]) => ({ ...request(method), params })
  for (const read of [
    call('state_getMetadata'),
    call('state_getStorage', '0x26aa'),
    call('state_call', 'Metadata_metadata_at_version', '0x0f000000'),
    call('state_call', 'TransactionPaymentApi_query_info', '0x00'),
  ])
    expect((await ask(read, polkadotDevnetId)).body).toMatchObject({ result: '0x1' })
  expect(requests).toHaveLength(4)
  for (const other of [
    call('state_call', 'Core_execute_block', '0x00'),
    call('state_call'),
    { ...request('state_call'), params: { 0: 'Metadata_metadata_at_version' } },
    call('author_submitExtrinsic', '0x00'),
    call('state_getPairs', '0x'),
    call('eth_call'),
  ])
    expect((await ask(other, polkadotDevnetId)).body).toMatchObject({ error: { code: -32601 } })
  expect(requests).toHaveLength(4)
})
