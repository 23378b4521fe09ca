import { formatAccountId, formatNetworkId } from '@latchkey/protocol/caip'
import { afterAll, beforeAll, beforeEach, vi } from 'vitest'
import { startSolanaChain } from '../../../../../devnet/src/solana/startSolanaChain.ts'
import type { SolanaChain } from '../../../../../devnet/src/solana/startSolanaChain.ts'
import { testConformance } from '../conformance.ts'
import { startOnChain } from './startTestChain.ts'
import { startTestPage } from './startTestSolana.ts'

let chain: SolanaChain
beforeAll(async () => void (chain = await startSolanaChain({ isHeld: true })))
afterAll(() => chain.close())
beforeEach(() => void startTestPage())

const start = (program: 'token' | 'token2022') => async () => {
  const { kit, clock, accountId, friend, token, wallet } = await startOnChain(chain, {
    token: { program },
  })
  return {
    kit,
    accountId,
    friend,
    native: { symbol: 'SOL', decimals: 9 },
    token: { address: token, symbol: `${token.slice(0, 4)}…${token.slice(-4)}`, decimals: 2 },
    wrong: {
      address: `${friend.slice(0, -1)}0`,
      account: formatAccountId(
        formatNetworkId('solana', '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'),
        friend,
      ),
    },
    async settle() {
      await vi.waitFor(() => {
        chain.advance(2)
        clock.advance(4_000)
        if (kit.getState().pending?.some(({ status }) => status === 'pending'))
          throw new Error('It still waits')
      })
    },
    answer: (how: 'approve' | 'refuse') => wallet.setBehaviour(how),
  }
}

testConformance('Solana', start('token'))
testConformance('Solana, Token-2022', start('token2022'))
