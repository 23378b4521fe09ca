import { mnemonicToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { developmentMnemonic } from './developmentMnemonic.ts'
import { createKeyring } from './walletKeys.ts'

test.each([0, 10, 11])(
  'the first %i accounts of the development mnemonic match its derivation',
  async (count) => {
    const { accounts, signerOf } = createKeyring({ count })
    expect(accounts).toHaveLength(count)
    for (const [addressIndex, { address }] of accounts.entries()) {
      const derived = mnemonicToAccount(developmentMnemonic, { addressIndex })
      expect(address).toBe(derived.address.toLowerCase())
      const signer = signerOf(derived.address)
      expect(await signer?.signMessage?.({ message: 'tea' })).toBe(
        await derived.signMessage({ message: 'tea' }),
      )
    }
  },
)

test('an address of another wallet has no signer', () => {
  const { signerOf, has } = createKeyring({})
  expect([
    signerOf(`0x${'1'.repeat(40)}`),
    has(`0x${'1'.repeat(40)}`),
    has('0xa0ee7a142d267c1f36714e4a8f75612f20a79720'),
  ]).toEqual([undefined, false, false])
})
