import { formatAccountId, formatNetworkId } from '@latchkey/protocol/caip'
import { afterAll, beforeAll, beforeEach, vi } from 'vitest'
import { startBitcoinChain } from '../../../../../devnet/src/bitcoin/startBitcoinChain.ts'
import type { BitcoinChain } from '../../../../../devnet/src/bitcoin/startBitcoinChain.ts'
import { bitcoinKeyOf } from '../../testing/bitcoin/bitcoinAccounts.ts'
import type { BitcoinDialect } from '../../testing/bitcoin/bitcoinWallet.ts'
import { testConformance } from '../conformance.ts'
import { idOfWallet, startOnChain } from './startTestChain.ts'
import { startTestPage } from './startTestBitcoin.ts'

/** Waits longer than the default of one second, because a busy machine is slow. */
const waitFor = (check: () => void) => vi.waitFor(check, { timeout: 20_000 })

let chain: BitcoinChain
beforeAll(async () => void (chain = await startBitcoinChain({ isHeld: true })))
afterAll(() => chain.close())
beforeEach(() => void startTestPage())

const start = (dialect: BitcoinDialect, payment?: 'p2sh') => async () => {
  const { kit, clock, accountId, friend, wallet } = await startOnChain(chain, {
    wallet: { dialect },
    ...(payment && { payment }),
  })
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
        bitcoinKeyOf(new Uint8Array(32).fill(7), { network: 'mainnet' }).address,
      ),
    },
    async settle() {
      await waitFor(() => {
        chain.mine()
        clock.advance(4_000)
        if (kit.getState().pending?.some(({ status }) => status === 'pending'))
          throw new Error('It still waits')
      })
    },
    answer: (how: 'approve' | 'refuse') => wallet.setBehaviour(how),
  }
}

for (const dialect of Object.keys(idOfWallet) as readonly BitcoinDialect[])
  testConformance(`Bitcoin, a wallet with the interface ${dialect}`, start(dialect), {
    hasTokens: false,
  })
testConformance('Bitcoin, segwit in P2SH by sats-connect', start('satsConnect', 'p2sh'), {
  hasTokens: false,
})
