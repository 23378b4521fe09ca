import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Address, OutScript } from '@scure/btc-signer'
import { bitcoinNetworkIds } from '@latchkey/protocol/chains/bitcoinNetworks'
import { networkOf } from './bitcoinChain.ts'
import { addressOf, bitcoinKeys } from './bitcoinKeys.ts'

const [main = '', testnet3 = '', testnet4 = '', signet = '', regtest = ''] = bitcoinNetworkIds()

// BIP-173, BIP-350, BIP-16, BIP-13
test.each([
  ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', [main]],
  ['bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0', [main]],
  ['1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', [main]],
  ['3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy', [main]],
  ['tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', [testnet3, testnet4, signet]],
  ['mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', [testnet3, testnet4, signet, regtest]],
  ['2MzQwSSnBHWHqSAqtTVQ6v47XtaisrJa1Vc', [testnet3, testnet4, signet, regtest]],
  ['bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', [regtest]],
] as const)('%s is an address on its own networks alone', (text, networks) => {
  const [address] = bitcoinKeys.readAccount(text) ?? []
  expect(new Set(address?.networks)).toEqual(new Set(networks))
  for (const networkId of networks)
    expect(address && bitcoinKeys.addressText(address.key, networkId)).toBe(text)
})

test('every script with an address has one key in every spelling, and its text gives the script', () => {
  const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })
  const script = fc.oneof(
    bytes(20).map((hash) => OutScript.encode({ type: 'wpkh', hash })),
    bytes(32).map((hash) => OutScript.encode({ type: 'wsh', hash })),
    bytes(20).map((hash) => OutScript.encode({ type: 'pkh', hash })),
    bytes(20).map((hash) => OutScript.encode({ type: 'sh', hash })),
  )
  fc.assert(
    fc.property(script, fc.constantFrom(...bitcoinNetworkIds()), (found, networkId) => {
      const hex = Buffer.from(found).toString('hex')
      const text = addressOf(hex, networkId) ?? ''
      const isBech32 = text.startsWith(`${networkOf(networkId).bech32}1`)
      for (const spelling of isBech32 ? [text, text.toUpperCase()] : [text]) {
        const [address, ...others] = bitcoinKeys.readAccount(spelling) ?? []
        expect(address).toMatchObject({ key: `0x${hex}`, purpose: 'payment' })
        expect(others).toEqual([])
        expect(address?.networks).toContain(networkId)
      }
      expect(OutScript.encode(Address(networkOf(networkId)).decode(text))).toEqual(found)
    }),
  )
})

test('no other text is an account, and two addresses have a network in common', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(bitcoinKeys.readAccount(text)).toBeUndefined()
    }),
  )
  const [own, far] = [
    'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  ]
  const near = '2MzQwSSnBHWHqSAqtTVQ6v47XtaisrJa1Vc'
  expect(bitcoinKeys.readAccount(`${own},${far}`)).toBeUndefined()
  expect(bitcoinKeys.readAccount(`${own},${near},${near}`)).toBeUndefined()
  expect(bitcoinKeys.readAccount(`${own},${near}`)).toMatchObject([
    { purpose: 'payment', networks: [regtest] },
    { purpose: 'ordinals', networks: [regtest] },
  ])
  expect(bitcoinKeys.readAccount(`${own},${own.toUpperCase()}`)).toHaveLength(1)
})

test('a script without an address has none', () => {
  for (const script of ['', '6a0568656c6c6f', '00', 'ff', `21${'02'.repeat(33)}ac`])
    expect(addressOf(script, main)).toBeUndefined()
})
