import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatFee, formatAmount } from '../approve/formatAmount.ts'
import { isSolanaTransaction } from './solana/isSolanaTransaction.ts'
import { readTransaction } from './readTransaction.ts'

const to = `0x${'1'.repeat(40)}`
const from = `0x${'2'.repeat(40)}`

test('a transaction is read, and members that the site leaves out stay undefined', () => {
  expect(
    readTransaction({ from, to, value: '0x5', data: '0xab', gas: '0x5208', chainId: '0x1' }, 1),
  ).toEqual({ to, value: 5n, data: '0xab', gas: 21_000n })
  expect(readTransaction({ from, to, input: '0xab' }, 1)).toEqual({ to, value: 0n, data: '0xab' })
})

test.each([
  undefined,
  null,
  'text',
  [],
  { from, to, authorizationList: [{}] },
  { from, to, accessList: [] },
  { from, to, blobs: ['0x'] },
  { from, to, type: '0x4' },
  { from, to, chainId: '0x2' },
  { from, to, data: '0xab', input: '0xcd' },
  { from, to, data: '0xabc' },
  { from, to, value: '5' },
  { from, to, value: -1 },
  { from, to, nonce: '0xffffffffffffffff' },
  { from, to: '0x123' },
  { from },
  { from, to, gasPrice: '0x1', maxFeePerGas: '0x1' },
  { from, to, gasPrice: '0x1', maxPriorityFeePerGas: '0x1' },
  { from, to, gas: '0x5208', gasLimit: '0xffff' },
  { from, to, gas: '0xffffffff' },
  { from, to, type: '0x1', accessList: [] },
  { from, to, type: '0x3' },
  { from, to, maxFeePerBlobGas: '0x1' },
])('a transaction that the wallet cannot show completely is rejected (%#)', (transaction) => {
  expect(() => readTransaction(transaction, 1)).toThrow('parameters')
})

test('a Solana transaction is recognised, with and without a version, and text is not', () => {
  const transaction = new Uint8Array([1, 0, 1, 2, ...new Uint8Array(64), ...new Uint8Array(32), 0])
  expect(isSolanaTransaction(transaction)).toBe(true)
  expect(isSolanaTransaction(Uint8Array.of(0x80, ...transaction))).toBe(true)
  expect(isSolanaTransaction(new TextEncoder().encode('Sign in to shop.example'))).toBe(false)
  expect(isSolanaTransaction(new Uint8Array())).toBe(false)
})

test('a formatted amount is exact, and a formatted fee is rounded up', () => {
  expect(formatAmount(1_500_000n, 6)).toBe('1.5')
  expect(formatAmount(1_234_567_000_000n, 6)).toBe('1,234,567')
  expect(formatAmount(1n, 18)).toBe('0.000000000000000001')
  expect(formatAmount(0n, 0)).toBe('0')
  expect(formatFee(123_456_789_012_345n, 18)).toBe('0.0001235')
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 200n }), fc.nat(30), (amount, decimals) => {
      const [whole = '', fraction = ''] = formatAmount(amount, decimals)
        .replaceAll(',', '')
        .split('.')
      expect(BigInt(whole + fraction.padEnd(decimals, '0'))).toBe(amount)
    }),
  )
})
