import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatPayment } from './formatPayment.ts'

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const token = '0x8ce361602B935680E8DeC218b820ff5056BeB7af'

test('a payment link without an amount is only the address', () => {
  expect(formatPayment({ address, chainId: '1' })).toBe(address)
})

test('a payment link for the native token states the exact amount in the smallest unit', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: (1n << 256n) - 1n }), (amount) => {
      expect(formatPayment({ address, chainId: '31337', amount })).toBe(
        `ethereum:${address}@31337?value=${amount.toString(10)}`,
      )
    }),
  )
})

test('a payment link for a token calls `transfer` of the token’s contract with the account as recipient', () => {
  expect(formatPayment({ address, chainId: '10', amount: 25_000_000n, token })).toBe(
    `ethereum:${token}@10/transfer?address=${address}&uint256=25000000`,
  )
})
