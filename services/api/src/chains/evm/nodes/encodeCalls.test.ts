import * as fc from 'fast-check'
import { encodeFunctionData, multicall3Abi, type Hex } from 'viem'
import { expect, test } from 'vitest'
import { encodeCalls } from './encodeCalls.ts'

const hex = (minLength: number, maxLength: number) =>
  fc
    .uint8Array({ minLength, maxLength })
    .map((bytes) => `0x${Buffer.from(bytes).toString('hex')}` as const)
const calls = fc.array(fc.record({ target: hex(20, 20), callData: hex(0, 140) }), { maxLength: 20 })

test('encodeCalls gives the same bytes as viem’s encoder', () => {
  fc.assert(
    fc.property(calls, (list) => {
      expect(encodeCalls(list)).toBe(
        encodeFunctionData({
          abi: multicall3Abi,
          functionName: 'aggregate3',
          args: [list.map((call) => ({ ...call, allowFailure: true }))],
        }),
      )
    }),
    { numRuns: 300 },
  )
  const target = `0x${'aB'.repeat(20)}` as Hex
  expect(encodeCalls([{ target, callData: '0x' }])).toBe(
    encodeFunctionData({
      abi: multicall3Abi,
      functionName: 'aggregate3',
      args: [[{ target: `0x${'ab'.repeat(20)}`, allowFailure: true, callData: '0x' }]],
    }),
  )
})
