import { expect, test } from 'vitest'
import { accounts } from '../../../../../devnet/src/accounts.ts'
import { addressesOf, bitcoinAccounts, bitcoinChainsOf } from './bitcoinAccounts.ts'

test('the phone has the accounts that the development chain funds, with both addresses', () => {
  for (const [index, { address }] of bitcoinAccounts.entries()) {
    const [payment, ordinals] = accounts[index]?.bitcoin ?? []
    expect(address).toBe(payment)
    expect(addressesOf(address)).toMatchObject([
      { address: payment, intention: 'payment', path: `m/84'/1'/0'/0/${index}` },
      { address: ordinals, intention: 'ordinal', path: `m/86'/1'/0'/0/${index}` },
    ])
  }
  expect(addressesOf('bc1q')).toEqual([])
})

test('`bitcoinChainsOf` returns the Bitcoin chains of the devnet', () => {
  const nativeCurrency = { name: 'Bitcoin', symbol: 'BTC', decimals: 8 }
  const chain = { networkId: 'bip122:00', name: 'Bit', nativeCurrency, rpcUrl: 'http://127.0.0.1' }
  expect(bitcoinChainsOf({ networks: [{ ...chain, networkId: 'solana:a' }, chain] })).toEqual([
    chain,
  ])
})
