import { expect, test } from 'vitest'
import { answerLimits } from '../../../providers/answerLimits.ts'
import { readRpcAnswer, type Reading } from '../../../providers/rpcAnswer.ts'
import { callFrames, OtherBlockError, parityTraces } from './traces.ts'
import type { InternalTransfer } from './wire.ts'
import { evmNodes } from '../nodes/evmNodes.ts'

const addressAt = (number: number) => `0x${number.toString(16).padStart(40, '0')}`
const block = { hash: '0xb1', transactions: [{ hash: '0x1' }, { hash: '0x2' }, { hash: '0x3' }] }

/** Reads a result in the way in which the service reads a node's answer. */
async function readBy(
  reading: Reading<InternalTransfer[]>,
  result: unknown,
): Promise<InternalTransfer[]> {
  const answer = await readRpcAnswer(
    new Response(JSON.stringify({ jsonrpc: '2.0', id: 1, result })).body,
    answerLimits(evmNodes, 'debug_traceBlockByNumber'),
    reading,
  )
  // the reading returns this type
  return 'result' in answer ? (answer.result as InternalTransfer[]) : []
}
const readParity = (result: unknown) => readBy(parityTraces(block), result)
const readFrames = (result: unknown) => readBy(callFrames(block), result)

const call = (
  traceAddress: number[],
  from: number,
  to: number,
  value: string,
  more: object = {},
) => ({
  type: 'call',
  action: { callType: 'call', from: addressAt(from), to: addressAt(to), value },
  traceAddress,
  transactionPosition: 1,
  ...more,
})

test('trace_block: the coins that calls, creations and self-destructs of contracts sent are read, without the outermost call', async () => {
  expect(
    await readParity([
      call([], 1, 2, '0x9'),
      call([0], 2, 3, '0x5'),
      {
        ...call([0, 0], 3, 4, '0x1'),
        action: { callType: 'delegatecall', from: addressAt(3), to: addressAt(4), value: '0x5' },
      },
      {
        type: 'create',
        action: { from: addressAt(2), value: '0x6' },
        result: { address: addressAt(7) },
        traceAddress: [1],
        transactionPosition: 1,
      },
      {
        type: 'suicide',
        action: { address: addressAt(7), refundAddress: addressAt(8), balance: '0x6' },
        traceAddress: [1, 0],
        transactionPosition: 1,
      },
      { type: 'reward', action: { author: addressAt(9), value: '0x7' }, traceAddress: [] },
    ]),
  ).toEqual([
    { index: 1, sender: addressAt(2), recipient: addressAt(3), amount: 5n },
    { index: 1, sender: addressAt(2), recipient: addressAt(7), amount: 6n },
    { index: 1, sender: addressAt(7), recipient: addressAt(8), amount: 6n },
  ])
})

test('trace_block: transfers of a failed call and of its inner calls are ignored', async () => {
  expect(
    await readParity([
      call([], 1, 2, '0x0'),
      call([0], 2, 3, '0x5', { error: 'Reverted' }),
      call([0, 0], 3, 4, '0x5'),
      call([1], 2, 5, '0x1'),
      call([1, 0], 5, 6, '0x0'),
    ]).then((all) => all.map(({ recipient }) => recipient)),
  ).toEqual([addressAt(5)])
  expect(
    await readParity([call([], 1, 2, '0x0', { error: 'Reverted' }), call([0], 2, 3, '0x5')]),
  ).toEqual([])
})

const frame = (type: string, from: number, to: number, value: string, more: object = {}) => ({
  type,
  from: addressAt(from),
  to: addressAt(to),
  value,
  ...more,
})

test('callTracer: the same transfers are read as from trace_block', async () => {
  const calls = [
    frame('CALL', 2, 3, '0x5', {
      calls: [frame('DELEGATECALL', 3, 4, '0x5'), frame('SELFDESTRUCT', 3, 8, '0x2')],
    }),
    frame('CALL', 2, 3, '0x5', {
      error: 'execution reverted',
      calls: [frame('CALL', 3, 4, '0x1')],
    }),
    frame('CREATE2', 2, 7, '0x6'),
  ]
  expect(
    await readFrames([
      { result: frame('CALL', 1, 2, '0x9') },
      { result: frame('CALL', 1, 2, '0x9', { calls }) },
      { result: frame('CALL', 1, 2, '0x0', { error: 'out of gas', calls }) },
    ]),
  ).toEqual([
    { index: 1, sender: addressAt(2), recipient: addressAt(3), amount: 5n },
    { index: 1, sender: addressAt(3), recipient: addressAt(8), amount: 2n },
    { index: 1, sender: addressAt(2), recipient: addressAt(7), amount: 6n },
  ])
})

test('callTracer: a transaction without a trace invalidates the block', async () => {
  await expect(readFrames([{ error: 'Resource not found', txHash: '0x' }])).rejects.toThrow()
})

test('traces of another block are refused', async () => {
  await expect(readParity([call([], 1, 2, '0x0', { blockHash: '0xb2' })])).rejects.toThrow(
    OtherBlockError,
  )
  await expect(readFrames([{ result: frame('CALL', 1, 2, '0x0') }])).rejects.toThrow(
    OtherBlockError,
  )
  await expect(
    readFrames(
      ['0x1', '0x2', '0x4'].map((txHash) => ({ txHash, result: frame('CALL', 1, 2, '0x0') })),
    ),
  ).rejects.toThrow(OtherBlockError)
})

test.each([
  ['begins inside', [call([0], 2, 3, '0x5')]],
  ['goes down two levels at once', [call([], 1, 2, '0x0'), call([0, 0], 2, 3, '0x5')]],
  [
    'comes back to a call that ended',
    [call([], 1, 2, '0x0'), call([0], 2, 3, '0x5'), call([1], 2, 3, '0x5'), call([0], 2, 3, '0x5')],
  ],
  [
    'names no accounts',
    [call([], 1, 2, '0x0'), { ...call([0], 2, 3, '0x1'), action: { toString: 1 } }],
  ],
  [
    'does not say how it was made',
    [
      call([], 1, 2, '0x0'),
      { ...call([0], 2, 3, '0x1'), action: { from: addressAt(2), to: addressAt(3), value: '0x1' } },
    ],
  ],
  [
    'is a creation without a creator',
    [
      call([], 1, 2, '0x0'),
      { ...call([0], 2, 3, '0x1'), type: 'create', action: { value: '0x1' } },
    ],
  ],
  [
    'is an end without an heir',
    [
      call([], 1, 2, '0x0'),
      {
        ...call([0], 2, 3, '0x1'),
        type: 'suicide',
        action: { address: addressAt(2), balance: '0x1' },
      },
    ],
  ],
  ['belongs to an unknown transaction', [{ ...call([], 1, 2, '0x0'), transactionPosition: 3 }]],
  [
    'comes back to a transaction',
    [
      call([], 1, 2, '0x0'),
      { ...call([], 1, 2, '0x0'), transactionPosition: 2 },
      call([], 1, 2, '0x0'),
    ],
  ],
  ['is not an object', [call([], 1, 2, '0x0'), 5]],
  [
    'is deeper than a machine goes',
    [
      call(
        Array.from({ length: 1_026 }, () => 0),
        1,
        2,
        '0x0',
      ),
    ],
  ],
])('trace_block: a call that %s invalidates the block', async (_, traces) => {
  await expect(readParity(traces)).rejects.toThrow()
})

test('traces of calls a thousand levels deep are read in order', async () => {
  const deep = 1_000
  const traces = Array.from({ length: deep }, (_, depth) =>
    call(
      Array.from({ length: depth }, () => 0),
      depth,
      depth + 1,
      '0x1',
    ),
  )
  expect(await readParity(traces)).toHaveLength(deep - 1)
  const nested = Array.from({ length: deep }, (_, depth) => depth).reduceRight<object | undefined>(
    (inner, depth) => frame('CALL', depth, depth + 1, '0x1', inner ? { calls: [inner] } : {}),
    undefined,
  )
  const found = await readFrames([
    { result: frame('CALL', 1, 2, '0x0') },
    { result: nested },
    { result: frame('CALL', 1, 2, '0x0') },
  ])
  expect(found.map(({ sender }) => sender)).toEqual(
    Array.from({ length: deep - 1 }, (_, depth) => addressAt(depth + 1)),
  )
})
