import fc from 'fast-check'
import { expect, test } from 'vitest'
import { validAccounts, withPurposeFirst } from './sharedAccount.ts'
import type { SharedAccount } from './sharedAccount.ts'

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const paying = 'bcrt1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
const holding = 'bcrt1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20'
const payment = { address: paying, publicKey: '02ab', purpose: 'payment' } as const
const ordinals = { address: holding, publicKey: '03cd', purpose: 'ordinals' } as const

test('only valid addresses of the namespace and valid fields are accepted', () => {
  expect(validAccounts([{ address }, { address: paying }], 'eip155')).toEqual([{ address }])
  expect(validAccounts([{ address, type: 'smartAccount' }], 'eip155')).toEqual([
    { address, type: 'smartAccount' },
  ])
  expect(validAccounts([payment, ordinals], 'bip122')).toEqual([payment, ordinals])
  const wrong = { ...payment, publicKey: 'xyz', purpose: 'other', type: 1, more: true }
  // a wallet may report fields of wrong types
  expect(validAccounts([wrong as unknown as SharedAccount], 'bip122')).toEqual([
    { address: paying },
  ])
})

test('the accounts of the requested purpose are first, in the order of the wallet', () => {
  expect(withPurposeFirst([ordinals, payment], 'payment')).toEqual([payment, ordinals])
  expect(withPurposeFirst([ordinals, payment], 'ordinals')).toEqual([ordinals, payment])
  const accounts = fc.array(
    fc.record(
      { address: fc.string(), purpose: fc.constantFrom('payment', 'ordinals') },
      { requiredKeys: ['address'] },
    ),
  )
  fc.assert(
    fc.property(accounts, fc.string(), (all, text) => {
      expect(withPurposeFirst(all, text)).toEqual(all)
      const sorted = withPurposeFirst(all, 'ordinals')
      expect(sorted.filter(({ purpose }) => purpose !== 'ordinals')).toEqual(
        all.filter(({ purpose }) => purpose !== 'ordinals'),
      )
      expect(sorted).toHaveLength(all.length)
    }),
  )
})

test('an account whose address changes between two reads keeps the one that was checked', () => {
  const valid = `0x${'1'.repeat(40)}`
  let reads = 0
  const account = {
    get address() {
      return reads++ === 0 ? valid : 'not an address'
    },
  }
  expect(validAccounts([account], 'eip155')).toEqual([{ address: valid }])
})
