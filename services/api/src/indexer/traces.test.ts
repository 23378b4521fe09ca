import { expect, test } from 'vitest'
import { OtherBlockError, readCallFrames, readParityTraces } from './traces.ts'

const who = (number: number) => `0x${number.toString(16).padStart(40, '0')}`
const block = { hash: '0xb1', transactions: [{ hash: '0x1' }, { hash: '0x2' }, { hash: '0x3' }] }
const call = (traceAddress: number[], from: number, to: number, value: string, more: object = {}) =>
  ({ type: 'call', action: { callType: 'call', from: who(from), to: who(to), value }, traceAddress, transactionPosition: 1, ...more })

test('trace_block: tells what calls, creations and ends of contracts sent, and leaves out the outermost call', () => {
  expect(readParityTraces([
    call([], 1, 2, '0x9'),
    call([0], 2, 3, '0x5'),
    { ...call([0, 0], 3, 4, '0x1'), action: { callType: 'delegatecall', from: who(3), to: who(4), value: '0x5' } },
    { type: 'create', action: { from: who(2), value: '0x6' }, result: { address: who(7) }, traceAddress: [1], transactionPosition: 1 },
    { type: 'suicide', action: { address: who(7), refundAddress: who(8), balance: '0x6' }, traceAddress: [1, 0], transactionPosition: 1 },
    { type: 'reward', action: { author: who(9), value: '0x7' }, traceAddress: [] },
  ], block)).toEqual([
    { index: 1, sender: who(2), recipient: who(3), amount: 5n },
    { index: 1, sender: who(2), recipient: who(7), amount: 6n },
    { index: 1, sender: who(7), recipient: who(8), amount: 6n },
  ])
})

test('trace_block: what a failed call sent, and all below it, has not been sent', () => {
  expect(readParityTraces([
    call([], 1, 2, '0x0'), call([0], 2, 3, '0x5', { error: 'Reverted' }), call([0, 0], 3, 4, '0x5'), call([1], 2, 5, '0x1'), call([1, 0], 5, 6, '0x0'),
  ], block).map(({ recipient }) => recipient)).toEqual([who(5)])
  expect(readParityTraces([call([], 1, 2, '0x0', { error: 'Reverted' }), call([0], 2, 3, '0x5')], block)).toEqual([])
})

const frame = (type: string, from: number, to: number, value: string, more: object = {}) => ({ type, from: who(from), to: who(to), value, ...more })

test('callTracer: tells the same', () => {
  const calls = [
    frame('CALL', 2, 3, '0x5', { calls: [frame('DELEGATECALL', 3, 4, '0x5'), frame('SELFDESTRUCT', 3, 8, '0x2')] }),
    frame('CALL', 2, 3, '0x5', { error: 'execution reverted', calls: [frame('CALL', 3, 4, '0x1')] }),
    frame('CREATE2', 2, 7, '0x6'),
  ]
  expect(readCallFrames([{ result: frame('CALL', 1, 2, '0x9') }, { result: frame('CALL', 1, 2, '0x9', { calls }) }, { result: frame('CALL', 1, 2, '0x0', { error: 'out of gas', calls }) }], block)).toEqual([
    { index: 1, sender: who(2), recipient: who(3), amount: 5n },
    { index: 1, sender: who(3), recipient: who(8), amount: 2n },
    { index: 1, sender: who(2), recipient: who(7), amount: 6n },
  ])
})

test('callTracer: a transaction that could not be traced spoils the block', () => {
  expect(() => readCallFrames([{ error: 'Resource not found', txHash: '0x' }], block)).toThrow()
})

test('traces of another block are none', () => {
  expect(() => readParityTraces([call([], 1, 2, '0x0', { blockHash: '0xb2' })], block)).toThrow(OtherBlockError)
  expect(() => readCallFrames([{ result: frame('CALL', 1, 2, '0x0') }], block)).toThrow(OtherBlockError)
  expect(() => readCallFrames(['0x1', '0x2', '0x4'].map((txHash) => ({ txHash, result: frame('CALL', 1, 2, '0x0') })), block)).toThrow(OtherBlockError)
})
