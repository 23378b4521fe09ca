import * as fc from 'fast-check'
import { decodeFunctionResult, encodeFunctionResult, multicall3Abi, type Hex } from 'viem'
import { expect, test } from 'vitest'
import { NodesError } from '../../../providers/nodes.ts'
import { readResults } from './readResults.ts'

const abi = { abi: multicall3Abi, functionName: 'aggregate3' } as const
const result = fc.record({
  success: fc.boolean(),
  returnData: fc
    .uint8Array({ maxLength: 70 })
    .map((bytes): Hex => `0x${Buffer.from(bytes).toString('hex')}`),
})

test('readResults decodes what viem encoded', () => {
  fc.assert(
    fc.property(fc.array(result, { maxLength: 6 }), (results) => {
      expect(
        readResults(encodeFunctionResult({ ...abi, result: results }), results.length),
      ).toEqual(results.map(({ success, returnData }) => (success ? returnData : undefined)))
    }),
  )
})

function attempt<value>(work: () => value): value | Error {
  try {
    return work()
  } catch (error) {
    return error instanceof Error ? error : new Error('no error')
  }
}

test('damaged results are refused, or read as viem’s decoder reads them', () => {
  const damaged = fc
    .tuple(
      fc.array(result, { minLength: 1, maxLength: 4 }),
      fc.nat(),
      fc.constantFrom('0', 'f', '1', ''),
    )
    .map(([results, place, put]) => {
      const encoded = encodeFunctionResult({ ...abi, result: results })
      const at = 2 + (place % (encoded.length - 2))
      return {
        count: results.length,
        answer: `${encoded.slice(0, at)}${put}${encoded.slice(at + 1)}` as Hex,
      } // the text still begins with 0x
    })
  fc.assert(
    fc.property(damaged, ({ count, answer }) => {
      const read = attempt(() => readResults(answer, count))
      const decoded = attempt(() =>
        decodeFunctionResult({ ...abi, data: answer }).map(({ success, returnData }) =>
          success ? returnData : undefined,
        ),
      )
      expect(read instanceof Error ? read instanceof NodesError : read).toEqual(
        read instanceof Error ? true : decoded instanceof Error ? read : decoded,
      )
    }),
    { numRuns: 500 },
  )
})

test('results that point to the same bytes, and so are longer than the answer, are refused', () => {
  const words = (...numbers: number[]) =>
    numbers.map((number) => number.toString(16).padStart(64, '0')).join('')
  const long = 'ab'.repeat(3_200)
  const pair = words(1, 64, 3_200) + long
  expect(readResults(`0x${words(32, 1, 32)}${pair}`, 1)).toEqual([`0x${long}`])
  expect(() =>
    readResults(`0x${words(32, 20, ...Array.from({ length: 20 }, () => 640))}${pair}`, 20),
  ).toThrow(NodesError)
})

test.each([undefined, null, 5, '', '0x', 'zz', '0xzz', {}])('readResults refuses %s', (answer) => {
  expect(() => readResults(answer, 1)).toThrow(NodesError)
})
