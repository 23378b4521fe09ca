import { expect, test } from 'vitest'
import { answerLimits } from './answerLimits.ts'
import {
  blockReading,
  headerReading,
  receiptReading,
  receiptsReading,
} from '../chains/evm/blocks/wire.ts'
import { callFrames, parityTraces } from '../chains/evm/blocks/traces.ts'
import { readRpcAnswer } from './rpcAnswer.ts'
import { evmNodes } from '../chains/evm/nodes/evmNodes.ts'

/** Makes an answer as a stream, whose result is a long list. Each item is a piece of the stream. */
function listOf(item: string) {
  const seen = { pieces: 0 }
  async function* come() {
    yield Buffer.from('{"jsonrpc":"2.0","id":1,"result":[')
    for (; seen.pieces < 1_000; seen.pieces += 1) yield Buffer.from(`${item},`)
    yield Buffer.from(`${item}]}`)
  }
  return { stream: come(), seen }
}

test.each([
  'eth_getBlockByNumber',
  'eth_getTransactionReceipt',
  'eth_getTransactionByHash',
  'eth_call',
  'eth_chainId',
])('when the result of %s is a list, reading stops before its first item', async (method) => {
  const { stream, seen } = listOf('{}')
  await expect(readRpcAnswer(stream, answerLimits(evmNodes, method))).rejects.toMatchObject({
    fault: 'shape',
  })
  expect(seen.pieces).toBe(0)
})

test.each(['eth_getBlockReceipts', 'trace_block', 'debug_traceBlockByNumber'])(
  'the result of %s may only be a list or null',
  async (method) => {
    expect(await readRpcAnswer(listOf('{}').stream, answerLimits(evmNodes, method))).toMatchObject({
      result: expect.any(Array),
    })
    const read = (result: string) =>
      readRpcAnswer(
        (async function* () {
          yield Buffer.from(`{"result":${result}`)
          yield Buffer.from('}')
        })(),
        answerLimits(evmNodes, method),
      )
    expect(await read('null')).toEqual({ result: null })
    for (const other of ['{', '"', '0'])
      await expect(read(other)).rejects.toMatchObject({ fault: 'shape' })
  },
)

const traced = { hash: '0x1', transactions: [] }

test.each([
  ['eth_getBlockByNumber', headerReading, '{"hash":'],
  ['eth_getBlockByNumber', blockReading, '{"transactions":[{"input":'],
  ['eth_getTransactionReceipt', receiptReading, '{"status":'],
  ['eth_getBlockReceipts', receiptsReading, '[{"logs":[{"data":'],
  ['eth_getBlockReceipts', receiptsReading, '[{"logs":[{"topics":[[],'],
  ['trace_block', parityTraces(traced), '[{"action":{"value":'],
  ['trace_block', parityTraces(traced), '[{"result":{"address":'],
  ['debug_traceBlockByNumber', callFrames(traced), '[{"result":{"calls":[{"to":'],
  ['debug_traceBlockByNumber', callFrames(traced), '[{"txHash":'],
] as const)(
  'when the answer to %s has a list in the place of a text, reading stops before its first item',
  async (method, reading, begin) => {
    const seen = { pieces: 0 }
    async function* come() {
      yield Buffer.from(`{"result":${begin}[`)
      for (; seen.pieces < 1_000; seen.pieces += 1) yield Buffer.from('{},')
    }
    await expect(
      readRpcAnswer(come(), answerLimits(evmNodes, method), reading),
    ).rejects.toMatchObject({
      fault: 'shape',
    })
    expect(seen.pieces).toBe(0)
  },
)
