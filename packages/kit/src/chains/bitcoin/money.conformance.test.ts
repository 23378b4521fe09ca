import { formatAccountId, formatNetworkId } from '@latchkey/protocol/caip'
import { afterAll, beforeAll, vi } from 'vitest'
import { startBitcoinChain } from '../../../../../devnet/src/bitcoin/startBitcoinChain.ts'
import type { BitcoinChain } from '../../../../../devnet/src/bitcoin/startBitcoinChain.ts'
import { testConformance } from '../conformance.ts'
import { startTestMoney } from './startTestMoney.ts'
import type { KeyKind } from './startTestMoney.ts'

let chain: BitcoinChain
beforeAll(async () => void (chain = await startBitcoinChain({ isHeld: true })))
afterAll(() => chain.close())

// `conformance.test.ts` tests native segwit, with the adapter's own wallets
const start = (kind: KeyKind) => async () => {
  const { kit, clock, accountId, friend, wallet } = await startTestMoney(chain, { kind })
  return {
    kit,
    accountId,
    friend,
    friendSpelling: friend.toUpperCase(),
    native: { symbol: 'BTC', decimals: 8 },
    wrong: {
      address: `${friend.slice(0, -1)}${friend.endsWith('q') ? 'p' : 'q'}`,
      account: formatAccountId(
        formatNetworkId('bip122', '000000000019d6689c085ae165831e93'),
        'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
      ),
    },
    async settle() {
      await vi.waitFor(() => {
        chain.mine()
        clock.advance(4_000)
        if (kit.getState().pending?.some(({ status }) => status === 'pending'))
          throw new Error('It still waits')
      })
    },
    answer: (how: 'approve' | 'refuse') => void (wallet.answer = how),
  }
}

testConformance('Bitcoin, taproot', start('tr'), { hasTokens: false })
testConformance('Bitcoin, segwit in P2SH', start('sh'), { hasTokens: false })
testConformance('Bitcoin, legacy', start('pkh'), { hasTokens: false })
