import {
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  encodePacked,
  type Hex,
  parseAbi,
} from 'viem'
import { expect, test } from 'vitest'
import { encodeCalls, executionModes, readCalls, type AccountCall } from './calls.ts'

const executeAbi = parseAbi(['function execute(bytes32 mode, bytes executionCalldata) payable'])
const [one, two] = [`0x${'11'.repeat(20)}`, `0x${'ab'.repeat(20)}`] as const
const calls: readonly AccountCall[] = [
  { to: one, value: 5n, data: '0x' },
  { to: two, value: 0n, data: `0xa9059cbb${'07'.repeat(64)}` },
  { to: two, value: (1n << 256n) - 1n, data: `0x${'ff'.repeat(32)}` },
]
const tuples = [
  {
    type: 'tuple[]',
    components: [{ type: 'address' }, { type: 'uint256' }, { type: 'bytes' }],
  },
] as const
const execute = (mode: Hex, execution: Hex) =>
  encodeFunctionData({ abi: executeAbi, args: [mode, execution] })
const batchOf = (list: readonly AccountCall[]) =>
  encodeAbiParameters(tuples, [list.map(({ to, value, data }) => [to, value, data] as const)])

test.each([0, 2, 3])('a batch of %i calls is encoded as the ABI says', (count) => {
  const some = calls.slice(0, count)
  expect(encodeCalls(some)).toBe(execute(executionModes.batch, batchOf(some)))
  expect(readCalls(encodeCalls(some))).toEqual(some)
})

test('one call takes the shorter form, and its batch is read, too', () => {
  for (const call of calls) {
    const single = encodePacked(['address', 'uint256', 'bytes'], [call.to, call.value, call.data])
    expect(encodeCalls([call])).toBe(execute(executionModes.single, single))
    expect(readCalls(encodeCalls([call]))).toEqual([call])
    expect(readCalls(execute(executionModes.batch, batchOf([call])))).toEqual([call])
  }
})

test('a value that does not fit is refused', () => {
  expect(() => encodeCalls([{ to: one, value: 1n << 256n, data: '0x' }])).toThrow(RangeError)
  expect(() => encodeCalls([{ to: one, value: -1n, data: '0x' }])).toThrow(RangeError)
})

test('other functions, modes and spellings of the same calls are not read', () => {
  const batch = encodeCalls(calls)
  const mayFail = `0x0101${'0'.repeat(60)}` as const
  const payload = `0x01${'0'.repeat(61)}1` as const
  const delegated = `0xff${'0'.repeat(62)}` as const
  for (const mode of [mayFail, payload, delegated])
    expect(readCalls(execute(mode, batchOf(calls)))).toBeUndefined()
  expect(readCalls(execute(executionModes.batch, '0x'))).toBeUndefined()
  expect(readCalls(execute(executionModes.single, one))).toBeUndefined()
  expect(readCalls(`0x5c1c6dcd${batch.slice(10)}`)).toBeUndefined()
  expect(readCalls(concat([batch, '0x00']))).toBeUndefined()
  expect(readCalls(batch.slice(0, -2))).toBeUndefined()
  for (const other of ['', '0x', '0xe9ae5c53', undefined, 7, `${batch}zz`])
    expect(readCalls(other)).toBeUndefined()
  // the second call's place is the first one's: the account would run that one twice
  const words = (batch.slice(10).match(/.{64}/g) ?? []).map(String)
  const twice = words.with(6, words[5] ?? '')
  expect(readCalls(`0xe9ae5c53${twice.join('')}`)).toBeUndefined()
})

test('whatever byte of a batch is changed, it is read as other calls or not at all', () => {
  const digits = encodeCalls(calls.slice(0, 2)).slice(2)
  let read = 0
  for (let at = 0; at < digits.length; at += 2) {
    const byte = (Number.parseInt(digits.slice(at, at + 2), 16) ^ 1).toString(16).padStart(2, '0')
    const changed: Hex = `0x${digits.slice(0, at)}${byte}${digits.slice(at + 2)}`
    const found = readCalls(changed)
    if (!found) continue
    expect(encodeCalls(found)).toBe(changed)
    read += 1
  }
  // the bytes of two addresses, of two values, of the second call's data and of its length; and
  // the mode, by which the same bytes are one call
  expect(read).toBe(2 * 20 + 2 * 32 + 68 + 1 + 1)
})
