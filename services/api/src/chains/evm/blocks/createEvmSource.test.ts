import type { ServerResponse } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { createNodes, NodesError } from '../../../providers/nodes.ts'
import { sendJson, startFakeNode } from '../../../testing/startFakeNode.ts'
import type { ChainSource } from '../../../indexer/chainSource.ts'
import { createEvmSource } from './createEvmSource.ts'
import { kinds } from '../../../db/schema.ts'
import { SourceError } from '../../../indexer/sourceError.ts'
import { evmNodes } from '../nodes/evmNodes.ts'

const opened: { close: () => Promise<unknown> }[] = []
afterEach(
  async () => void (await Promise.all(opened.splice(0).map((resource) => resource.close()))),
)

const hash = (number: number) => `0x${number.toString(16).padStart(64, '0')}`
const addressAt = (number: number) => `0x${number.toString(16).padStart(40, '0')}`
const never = new AbortController().signal

const transaction = {
  hash: hash(1),
  from: addressAt(1),
  to: addressAt(2),
  value: '0x5',
  nonce: '0x0',
  input: '0x',
  transactionIndex: '0x0',
}
const block = {
  number: '0x7',
  hash: hash(7),
  parentHash: hash(6),
  timestamp: '0x64',
  transactions: [transaction],
}
const receipt = {
  transactionHash: hash(1),
  blockHash: hash(7),
  status: '0x1',
  gasUsed: '0x5209',
  effectiveGasPrice: '0x2',
  contractAddress: null,
  logs: [],
}
const refusal = { code: -32601, message: 'Method not found' }
const trace = {
  type: 'call',
  action: { callType: 'call', from: addressAt(2), to: addressAt(3), value: '0x1' },
  traceAddress: [0],
  transactionPosition: 0,
}

/**
 * Starts a node that answers methods with these results. A result with a `code` becomes an error.
 */
async function sourceOf(answers: Record<string, unknown>) {
  const answer = (body: string, response: ServerResponse) => {
    const { id, method } = JSON.parse(body)
    const result = answers[method] ?? refusal
    sendJson(response, {
      jsonrpc: '2.0',
      id,
      ...(typeof result === 'object' && 'code' in result ? { error: result } : { result }),
    })
  }
  const node = await startFakeNode(answer)
  opened.push(node)
  const methods = () => node.requests.map((body) => JSON.parse(body).method)
  return {
    source: createEvmSource(
      createNodes({
        rules: evmNodes,
        urls: [node.url],
        networkId: 'eip155:77',
        fetch,
        timeLimit: 5_000,
      }),
    ),
    methods,
  }
}

/** The coins that contracts sent in block 7; undefined if the block could not be traced. */
async function innerOf(source: ChainSource) {
  const read = (await source.block(7, never))?.index({
    wrapped: undefined,
    pools: new Set(),
    isPricePool: () => false,
  })
  return read?.indexed.isTraced
    ? read.indexed.transfers.filter(({ kind }) => kind === kinds.internal)
    : undefined
}

const outermost = {
  ...trace,
  action: { ...trace.action, from: addressAt(1), to: addressAt(2), value: '0x0' },
  traceAddress: [],
}
const whole = {
  eth_getBlockByNumber: block,
  eth_getBlockReceipts: [receipt],
  trace_block: [outermost, trace],
}

test('the source reads a block with its receipts and the coins that contracts sent', async () => {
  const { source } = await sourceOf(whole)
  expect(await source.block(7, never)).toMatchObject({
    number: 7,
    hash: hash(7),
    receipts: [{ gasUsed: 21_001n }],
    internal: [{ index: 0, recipient: addressAt(3), amount: 1n }],
  })
})

test('where a node lacks the better method, the source requests receipts one by one and other traces, and does not try the better method again', async () => {
  const frames = [
    {
      result: {
        type: 'CALL',
        from: addressAt(1),
        to: addressAt(2),
        calls: [{ type: 'CALL', from: addressAt(2), to: addressAt(3), value: '0x4' }],
      },
    },
  ]
  const { source, methods } = await sourceOf({
    eth_getBlockByNumber: block,
    eth_getTransactionReceipt: receipt,
    debug_traceBlockByNumber: frames,
  })
  expect(await source.block(7, never)).toMatchObject({
    transactions: [{ hash: hash(1) }],
    weight: 0,
  })
  expect(await innerOf(source)).toMatchObject([{ recipient: addressAt(3), amount: 4n }])
  expect(
    methods().filter((method) => method === 'eth_getBlockReceipts' || method === 'trace_block'),
  ).toHaveLength(2)
})

test('a block without traces is read all the same, and a block without contract calls needs no traces', async () => {
  const { source } = await sourceOf({
    ...whole,
    trace_block: { code: -32000, message: 'missing trie node', data: '0x' },
    debug_traceBlockByNumber: [{ error: 'gone' }],
  })
  expect(await innerOf(source)).toBeUndefined()
  const { source: plain, methods } = await sourceOf({
    ...whole,
    eth_getBlockReceipts: [{ ...receipt, gasUsed: '0x5208' }],
  })
  expect(await innerOf(plain)).toEqual([])
  expect(methods()).not.toContain('trace_block')
})

test.each<[string, (response: ServerResponse) => void]>([
  ['fails', (response) => response.writeHead(502).end()],
  ['is not sent because it is too large', (response) => response.writeHead(413).end()],
  [
    'is nested too deep',
    (response) => response.end(`{"jsonrpc":"2.0","id":1,"result":${'[{"calls":'.repeat(3_000)}`),
  ],
  ['is late', (response) => void response.writeHead(200).write('{"jsonrpc":"2.0"')],
  [
    'is of another block',
    (response) =>
      sendJson(response, { jsonrpc: '2.0', id: 1, result: [{ ...outermost, blockHash: hash(8) }] }),
  ],
])('a block whose trace %s is read without the trace after a second attempt', async (_, answer) => {
  const node = await startFakeNode((body, response) => {
    const { id, method } = JSON.parse(body) as { id: number; method: string }
    if (method === 'trace_block') answer(response)
    else
      sendJson(response, {
        jsonrpc: '2.0',
        id,
        ...(method === 'debug_traceBlockByNumber'
          ? { error: refusal }
          : { result: whole[method as keyof typeof whole] }),
      }) // the source requests only these methods
  })
  opened.push(node)
  const source = createEvmSource(
    createNodes({
      rules: evmNodes,
      urls: [node.url],
      networkId: 'eip155:77',
      fetch,
      timeLimit: 200,
    }),
  )
  expect(await innerOf(source)).toBeUndefined()
  expect(node.requests.filter((body) => body.includes('trace_block'))).toHaveLength(2)
})

test('when the block is replaced before its traces arrive, their hash causes an error', async () => {
  let requestCount = 0
  const node = await startFakeNode((body, response) => {
    const { id, method } = JSON.parse(body) as { id: number; method: string }
    const result =
      method === 'trace_block'
        ? [{ ...outermost, blockHash: hash(8) }]
        : method === 'eth_getBlockByNumber' && ++requestCount > 1
          ? { ...block, hash: hash(8) }
          : whole[method as keyof typeof whole] // the source requests only these methods
    sendJson(response, { jsonrpc: '2.0', id, ...(result ? { result } : { error: refusal }) })
  })
  opened.push(node)
  const source = createEvmSource(
    createNodes({
      rules: evmNodes,
      urls: [node.url],
      networkId: 'eip155:77',
      fetch,
      timeLimit: 5_000,
    }),
  )
  await expect(source.block(7, never)).rejects.toThrow(SourceError)
})

test('the source reports whether a node has the body of the newest block, and whether the node syncs', async () => {
  const tipOf = async (answers: Record<string, unknown>) =>
    (await sourceOf({ ...whole, eth_syncing: false, ...answers })).source.tip(never)
  expect(await tipOf({})).toEqual({ hash: hash(7), hasBody: true, isSyncing: false })
  expect(await tipOf({ eth_syncing: { currentBlock: '0x1' } })).toMatchObject({ isSyncing: true })
  expect(await tipOf({ eth_syncing: 'no' })).toMatchObject({ isSyncing: true })
  // a node that does not know `eth_syncing` counts as not syncing
  expect(await tipOf({ eth_syncing: refusal })).toMatchObject({ isSyncing: false })
  await expect(tipOf({ eth_syncing: { code: -32000, message: 'busy' } })).rejects.toThrow(
    NodesError,
  )
  await expect(
    tipOf({ eth_getBlockByNumber: { ...block, transactions: [hash(1)] } }),
  ).rejects.toThrow(NodesError)
})

test('a block that a node does not have is read as undefined, and an error of the node is an error', async () => {
  const { source } = await sourceOf({
    eth_getBlockByNumber: { code: -32000, message: 'x', data: '0x' },
  })
  await expect(source.block(7, never)).rejects.toThrow(NodesError)
  const standIn = await startFakeNode((_, response) =>
    sendJson(response, { jsonrpc: '2.0', id: 1, result: null }),
  )
  opened.push(standIn)
  const none = createEvmSource(
    createNodes({
      rules: evmNodes,
      urls: [standIn.url],
      networkId: 'eip155:77',
      fetch,
      timeLimit: 5_000,
    }),
  )
  expect(await none.block(7, never)).toBeUndefined()
  expect(await none.header(7, never)).toBeUndefined()
})

test.each([
  [
    'receipts of another block',
    { ...whole, eth_getBlockReceipts: [{ ...receipt, blockHash: hash(8) }] },
  ],
  [
    'receipts of another transaction',
    { ...whole, eth_getBlockReceipts: [{ ...receipt, transactionHash: hash(2) }] },
  ],
  ['too few receipts', { ...whole, eth_getBlockReceipts: [] }],
  ['another block', { ...whole, eth_getBlockByNumber: { ...block, number: '0x8' } }],
  [
    'transactions out of order',
    {
      ...whole,
      eth_getBlockByNumber: {
        ...block,
        transactions: [{ ...transaction, transactionIndex: '0x1' }],
      },
    },
  ],
  [
    'an invalid address',
    {
      ...whole,
      eth_getBlockByNumber: { ...block, transactions: [{ ...transaction, from: '0x12' }] },
    },
  ],
  [
    'a value that is not a number',
    { ...whole, eth_getBlockByNumber: { ...block, transactions: [{ ...transaction, value: 5 }] } },
  ],
  [
    'a log with five topics',
    {
      ...whole,
      eth_getBlockReceipts: [
        {
          ...receipt,
          logs: [{ address: addressAt(1), topics: [1, 2, 3, 4, 5].map(hash), data: '0x' }],
        },
      ],
    },
  ],
  [
    'half a byte',
    {
      ...whole,
      eth_getBlockReceipts: [
        { ...receipt, logs: [{ address: addressAt(1), topics: [], data: '0x1' }] },
      ],
    },
  ],
  [
    'an amount beyond 256 bits',
    {
      ...whole,
      eth_getBlockByNumber: {
        ...block,
        transactions: [{ ...transaction, value: `0x1${'0'.repeat(64)}` }],
      },
    },
  ],
  [
    'a fee beyond 256 bits',
    { ...whole, eth_getBlockReceipts: [{ ...receipt, gasUsed: `0x${'f'.repeat(17)}` }] },
  ],
  ['a list of lists', { ...whole, eth_getBlockReceipts: [[receipt]] }],
  ['a number for a receipt', { ...whole, eth_getBlockReceipts: [7] }],
  ['a number for a log', { ...whole, eth_getBlockReceipts: [{ ...receipt, logs: [7] }] }],
  ['a list for a block', { ...whole, eth_getBlockByNumber: [block] }],
  [
    'many empty objects',
    { ...whole, eth_getBlockReceipts: Array.from({ length: 10_000 }, () => ({})) },
  ],
  [
    'a height beyond all numbers',
    { ...whole, eth_getBlockByNumber: { ...block, number: '0xffffffffffffffff' } },
  ],
])('%s: the source reports an error that contains none of the data', async (_, answers) => {
  const { source } = await sourceOf(answers)
  const failure = await source.block(7, never).catch((error: unknown) => error)
  expect(failure instanceof SourceError || failure instanceof NodesError).toBe(true)
  expect(String(failure)).not.toMatch(/0x\d/)
})
