import { expect, test } from 'vitest'
import { operationFeeOf } from './operationLogs.ts'
import { readFee } from './readFee.ts'

const ann = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const bundler = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const entryPoint = '0x0000000071727De22E5E9d8BAf0edAc6f37da032'
const word = (value: bigint | string) => BigInt(value).toString(16).padStart(64, '0')
const log = (account: string, { paymaster = '0x0', cost = 9n, address = entryPoint } = {}) => ({
  address,
  topics: [
    '0x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f',
    `0x${word(1n)}`,
    `0x${word(account)}`,
    `0x${word(paymaster)}`,
  ],
  data: `0x${word(0n)}${word(1n)}${word(cost)}${word(5n)}`,
})

test('the fee of operations is what the account itself paid', () => {
  expect(operationFeeOf([log(ann), log(bundler, { cost: 100n }), log(ann)], ann)).toBe(18n)
  expect(operationFeeOf([log(ann, { paymaster: bundler })], ann)).toBe(0n)
  expect(operationFeeOf([log(bundler)], ann)).toBeUndefined()
  expect(operationFeeOf([log(ann, { address: bundler })], ann)).toBeUndefined()
  expect(operationFeeOf(null, ann)).toBeUndefined()
})

test('a bundler’s transaction costs the account its operation; to others it costs its own fee', async () => {
  const receipt = { from: bundler, gasUsed: '0x2', effectiveGasPrice: '0x3', logs: [log(ann)] }
  const chain = { request: async () => receipt } as unknown as Parameters<typeof readFee>[0] // it only requests
  expect(await readFee(chain, '0x1', ann)).toBe(9n)
  expect(await readFee(chain, '0x1', bundler)).toBe(6n)
  expect(await readFee(chain, '0x1')).toBe(6n)
})
