import { expect, test } from 'vitest'
import { bitcoinAccounts } from './bitcoinAccounts.ts'

/** The phrase of the examples in BIP-84 and BIP-86. */
const phrase =
  'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about'

test('a phrase gives the addresses of BIP-84, BIP-86 and BIP-49', () => {
  const of = (payment: 'p2wpkh' | 'p2sh', network: 'mainnet' | 'testnet') =>
    bitcoinAccounts(2, { network, payment, mnemonic: phrase })
  expect(
    of('p2wpkh', 'mainnet').flatMap(({ payment, ordinals }) => [payment.address, ordinals.address]),
  ).toEqual([
    'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
    'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr',
    'bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g',
    'bc1p4qhjn9zdvkux4e44uhx8tc55attvtyu358kutcqkudyccelu0was9fqzwh',
  ])
  expect(of('p2sh', 'testnet')[0]?.payment).toMatchObject({
    address: '2Mww8dCYPUpKHofjgcXcBCEGmniw9CoaiD2',
    path: "m/49'/1'/0'/0/0",
  })
})

test('the development phrase gives the same accounts as on the test chain', () => {
  expect(bitcoinAccounts(1)[0]).toMatchObject({
    payment: { address: 'bcrt1qquv9lg5g2r4jkr0ahun0ddfg5xntxjelwjpnuw', path: "m/84'/1'/0'/0/0" },
  })
})
