import { expect, test } from 'vitest'
import { newKey, startTestMoney } from '../../chains/bitcoin/startTestMoney.ts'
import { startBitcoinChain } from '../../../../../devnet/src/bitcoin/startBitcoinChain.ts'
import { chainBalances } from '../../domains/balances/chainBalances.lazy.ts'
import { parseAccountId } from '@latchkey/protocol/caip'
import { addressesOf } from './addressesOf.ts'

test('an account’s parts are its payment and its ordinals address, and both are in its balance', async () => {
  const chain = await startBitcoinChain({ isHeld: true })
  try {
    const ordinals = newKey('tr')
    const [otherPayment, otherOrdinals] = [newKey(), newKey('tr')]
    const me = newKey()
    const { kit, accountId } = await startTestMoney(chain, {
      coins: [],
      wallet: {
        keys: [me, ordinals, otherPayment, otherOrdinals],
        purposes: ['payment', 'ordinals', 'payment', 'ordinals'],
      },
    })
    const parts = (address: string) => addressesOf(kit, 'bip122', address)
    expect(parts(me.address)).toEqual([me.address, ordinals.address])
    expect(parts(otherPayment.address)).toEqual([otherPayment.address, otherOrdinals.address])
    expect(parts(ordinals.address)).toEqual([ordinals.address])
    expect(parts('bcrt1q')).toEqual(['bcrt1q'])
    expect(addressesOf(kit, 'eip155', me.address)).toEqual([me.address])
    chain.fund(me.address, 70_000)
    chain.fund(ordinals.address, 10_000)
    chain.fund(otherOrdinals.address, 20_000)
    expect((await chainBalances(kit, parseAccountId(accountId))).balances).toMatchObject([
      { symbol: 'BTC', quantity: '0.0008' },
    ])
  } finally {
    await chain.close()
  }
})
