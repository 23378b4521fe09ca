import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Fault } from '../../bridge/Fault.ts'
import { maxCalls, readCalls } from './readCalls.ts'

const to = `0x${'1'.repeat(40)}`
const from = `0x${'2'.repeat(40)}`
const calls = [
  { to, value: '0x5' },
  { to, data: '0xab' },
]
const batch = { version: '2.0.0', from, chainId: '0x1', atomicRequired: false, calls }
const read = (params: unknown) => readCalls(params, (chainId) => chainId ?? 1)
const codeOf = (params: unknown): unknown => {
  try {
    return read(params)
  } catch (error) {
    return error instanceof Fault ? error.code : error
  }
}

test('a batch of version 1.0 and of version 2.0.0 is read', () => {
  const transactions = [
    { to, value: 5n, data: '0x' },
    { to, value: 0n, data: '0xab' },
  ]
  expect(read([batch])).toEqual({ from, chainId: 1, transactions })
  expect(
    read([
      {
        version: '1.0',
        calls,
        id: 'mine',
        capabilities: { paymasterService: { url: 'x', optional: true } },
      },
    ]),
  ).toEqual({ from: undefined, id: 'mine', transactions })
  const paymasterService = { url: 'https://pay.example/1', context: { policy: 'a' } }
  expect(read([{ ...batch, atomicRequired: true, capabilities: { paymasterService } }])).toEqual({
    from,
    chainId: 1,
    transactions,
    isAtomic: true,
    paymaster: { ...paymasterService, isOptional: false },
  })
  expect(
    read([{ ...batch, atomicRequired: true, calls: calls.slice(1) }]).transactions,
  ).toHaveLength(1)
})

test.each([
  [-32602, undefined],
  [-32602, [{}]],
  [-32602, [{ ...batch, version: '3' }]],
  [-32602, [{ ...batch, calls: [] }]],
  [-32602, [{ ...batch, calls: [null] }]],
  [-32602, [{ ...batch, more: 1 }]],
  [-32602, [{ ...batch, id: '' }]],
  [-32602, [{ ...batch, id: 'x'.repeat(4_097) }]],
  [-32602, [{ ...batch, chainId: 1 }]],
  [-32602, [{ ...batch, calls: [{ to, gas: '0x1' }] }]],
  [-32602, [{ ...batch, calls: [{ to, nonce: '0x1' }] }]],
  [-32602, [{ ...batch, calls: [{}] }]],
  [-32602, [{ ...batch, atomicRequired: 'yes' }]],
  [5700, [{ ...batch, capabilities: { paymasterService: { url: 'x' } } }]],
  [
    5700,
    [{ ...batch, capabilities: { paymasterService: { url: 'https://a.example', context: 1 } } }],
  ],
  [5700, [{ ...batch, capabilities: { paymasterService: 'https://a.example' } }]],
  [5700, [{ ...batch, capabilities: { paymasterService: { url: 'https://u:p@a.example/' } } }]],
  [5700, [{ ...batch, capabilities: { paymasterService: { url: 'https://u@a.example/' } } }]],
  [5700, [{ ...batch, calls: [{ to, capabilities: { a: {} } }] }]],
  [5740, [{ ...batch, calls: Array(maxCalls + 1).fill({ to }) }]],
])('an invalid batch is rejected with %s (%#)', (code, params) => {
  expect(codeOf(params)).toBe(code)
})

test('any other value is read or rejected with a code', () => {
  fc.assert(
    fc.property(fc.anything(), fc.anything(), (one, other) => {
      for (const params of [
        one,
        [one],
        [{ ...batch, calls: one }],
        [{ ...batch, calls: [{ to, data: one, value: other }] }],
        [{ ...batch, capabilities: one, id: other }],
      ]) {
        const outcome = codeOf(params)
        expect(
          typeof outcome === 'number' ||
            (typeof outcome === 'object' && !(outcome instanceof Error)),
        ).toBe(true)
      }
    }),
  )
})
