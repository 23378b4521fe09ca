import { formatAccountId, formatNetworkId } from '@latchkey/protocol/caip'
import { ed25519 } from '@noble/curves/ed25519.js'
import { afterAll, beforeAll, beforeEach, onTestFinished, vi } from 'vitest'
import { startSolanaChain } from '../../../../../devnet/src/solana/startSolanaChain.ts'
import type { SolanaChain } from '../../../../../devnet/src/solana/startSolanaChain.ts'
import { solanaKeyOf, solanaKeys } from '../../testing/solana/solanaKeys.ts'
import { testConformance } from '../conformance.ts'
import { solanaNetwork, startTestPage, startTestSolana, startTestSolanaWallet } from './startTestSolana.ts'
import { createToken } from './startTestTokens.ts'

let chain: SolanaChain
/** The number of accounts so far: each test has a new one, and a new friend. */
let people = 0
beforeAll(async () => void (chain = await startSolanaChain({ held: true })))
afterAll(() => chain.close())
beforeEach(() => void startTestPage())

const newKey = () => solanaKeyOf(ed25519.utils.randomSecretKey(new Uint8Array(32).fill(++people)))
const [issuer] = solanaKeys(1)

/** A kit whose wallet holds SOL and a token, and a friend who holds a little SOL. */
const start = (program: 'token' | 'token2022') => async () => {
  if (!issuer) throw new Error('There is an account')
  const [me, friend] = [newKey(), newKey()]
  const ask = async (method: string, ...params: readonly unknown[]) => {
    const response = await fetch(chain.url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }) })
    return ((await response.json()) as { result: unknown }).result
  }
  for (const [{ address }, lamports] of [[me, 2_000_000_000], [friend, 1_000_000]] as const) await ask('requestAirdrop', address, lamports)
  const token = await createToken(chain.url, { issuer, holder: me.address, amount: 1_000_000n, decimals: 2, program })
  chain.advance(40)
  const wallet = startTestSolanaWallet({ keys: [me], chains: ['solana:localnet'] })
  const network = solanaNetwork(chain.networkId.slice('solana:'.length), 'Devnet', chain.url)
  const { kit, clock } = startTestSolana({ networks: [network] })
  const { accountId } = await kit.connect({ connectorId: 'solana.solana-test-wallet' })
  onTestFinished(() => kit.disconnect())
  return {
    kit, accountId, friend: friend.address,
    native: { symbol: 'SOL', decimals: 9 },
    token: { address: token, symbol: `${token.slice(0, 4)}…${token.slice(-4)}`, decimals: 2 },
    wrong: { address: `${friend.address.slice(0, -1)}0`, account: formatAccountId(formatNetworkId('solana', '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'), friend.address) },
    async settle() {
      await vi.waitFor(() => {
        chain.advance(2)
        clock.advance(4_000)
        if (kit.getState().pending?.some(({ status }) => status === 'pending')) throw new Error('It still waits')
      })
    },
    answer: (how: 'approve' | 'refuse') => wallet.setBehaviour(how),
  }
}

testConformance('Solana', start('token'))
testConformance('Solana, Token-2022', start('token2022'))
