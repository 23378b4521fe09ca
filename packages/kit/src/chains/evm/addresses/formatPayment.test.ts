import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatPayment } from './formatPayment.ts'

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const token = '0x8ce361602B935680E8DeC218b820ff5056BeB7af'

test('without an amount the link is the bare address, which every wallet reads', () => {
  expect(formatPayment({ address, chainId: '1' })).toBe(address)
})

test('a link for the native token has the amount in its smallest unit, to the last digit', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: (1n << 256n) - 1n }), (amount) => {
      expect(formatPayment({ address, chainId: '31337', amount })).toBe(
        `ethereum:${address}@31337?value=${amount.toString(10)}`,
      )
    }),
  )
})

test('a link for a token names the contract, and the account as the recipient', () => {
  expect(formatPayment({ address, chainId: '10', amount: 25_000_000n, token })).toBe(
    `ethereum:${token}@10/transfer?address=${address}&uint256=25000000`,
  )
})
