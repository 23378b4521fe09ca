import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatPayment } from './formatPayment.ts'
import { readPayment } from './readPayment.ts'

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const token = '0x8ce361602B935680E8DeC218b820ff5056BeB7af'

test('readPayment returns the request that formatPayment wrote', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: (1n << 256n) - 1n }), fc.boolean(), (amount, isToken) => {
      const request = isToken ? { token } : {}
      const uri = formatPayment({ address, chainId: '31337', amount, ...request })
      expect(readPayment(`  ${uri}\n`, '31337')).toEqual({ to: address, amount, ...request })
    }),
  )
})

test('a link may omit the amount and the network, and may write the amount with an exponent', () => {
  expect(readPayment(`ethereum:${address}`, '1')).toEqual({ to: address })
  expect(readPayment(`Ethereum:${address}?value=5`, '1')).toEqual({ to: address, amount: 5n })
  expect(readPayment(`ethereum:pay-${address}@1?value=2.014e18`, '1')).toEqual({
    to: address,
    amount: 2_014_000_000_000_000_000n,
  })
  expect(readPayment(`ethereum:${token}@1/transfer?address=${address}`, '1')).toEqual({
    to: address,
    token,
  })
  expect(readPayment(`ETHEREUM:PAY-0X${address.slice(2)}@1?value=5`, '1')).toEqual({
    to: address,
    amount: 5n,
  }) // a scheme may have upper-case letters, RFC 3986
})

test.each([
  `ethereum:${address}@10?value=5`,
  `ethereum:${address}@1?value=1.5`,
  `ethereum:${address}@1?value=-1`,
  `ethereum:${address}@1?value=1&value=2`,
  `ethereum:${address}@1?value=9e99`,
  `ethereum:${token}@1/transfer?uint256=5`,
  `ethereum:${token}@1/transfer?address=lena.eth&uint256=5`,
  `ethereum:${token}@1/transfer?address=${address}&address=${token}&uint256=5`,
  `ethereum:${token}@1/approve?address=${address}&uint256=5`,
  `ethereum:${address}@1?value=1${' '.repeat(1)}${'0'.repeat(400)}`,
  `ethereum:${address}@1?value=1\u200b0`,
  `ethereum:${address}@1\u200d?value=10`,
  address,
  '',
])('the link %j is not read as a payment request on this network', (text) => {
  expect(readPayment(text, '1')).toBeUndefined()
})

test('readPayment never throws, whatever text follows the address', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 600 }), (text) => {
      expect(() => readPayment(`ethereum:${address}${text}`, '1')).not.toThrow()
    }),
  )
})
