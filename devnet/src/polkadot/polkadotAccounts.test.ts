import { expect, test } from 'vitest'
import { polkadotSeedOf } from '@latchkey/protocol/chains/polkadotSeed'
import { accounts } from '../accounts.ts'
import { polkadotAccounts, polkadotAddressOf, polkadotKeyAt } from './polkadotAccounts.ts'
import { polkadotKeyOf, polkadotPathOf } from '@latchkey/protocol/chains/polkadotKeys'

test('the addresses are those of the development mnemonic', async () => {
  // the entropy of "test test test test test test test test test test test junk"
  const seed = await polkadotSeedOf(Buffer.from('df9bf37e6fcdf9bf37e6fcdf9bf37e3c', 'hex'))
  expect(polkadotAccounts).toHaveLength(9)
  for (const { index, address, type } of polkadotAccounts) {
    expect(polkadotAddressOf(polkadotKeyOf(seed, polkadotPathOf(index), type))).toBe(address)
    expect(polkadotAddressOf(polkadotKeyAt(index))).toBe(address)
    expect(accounts[index]?.polkadot).toBe(address)
  }
})
