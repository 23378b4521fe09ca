import { onTestFinished } from 'vitest'
import type { SolanaChain } from '../../../../../devnet/src/solana/startSolanaChain.ts'
import { createToken } from '../../../../../devnet/src/solana/testing/createToken.ts'
import type { TestToken } from '../../../../../devnet/src/solana/testing/createToken.ts'
import type { KitOptions } from '../../core/options/options.ts'
import { solanaKeyOf, solanaKeys } from '../../testing/solana/solanaKeys.ts'
import type { SolanaWalletOptions } from '../../testing/solana/solanaWallet.ts'
import { solanaNetwork, startTestSolana, startTestSolanaWallet } from './startTestSolana.ts'

/** The number of accounts so far. Each test gets new accounts. */
let accountCount = 0
/** Creates a key that no earlier test has used. */
export const newKey = () => {
  const secret = new Uint8Array(32)
  new DataView(secret.buffer).setUint32(0, ++accountCount)
  return solanaKeyOf(secret)
}

export type Funds = {
  lamports?: number
  token?: Partial<
    Pick<TestToken, 'program' | 'amount' | 'decimals' | 'feeBasisPoints' | 'symbol' | 'controls'>
  >
  wallet?: Partial<SolanaWalletOptions>
  options?: Partial<KitOptions>
}

/**
 * Starts a kit on a chain of the devnet. Its wallet holds SOL and a token, and there is a recipient
 * with a little SOL.
 */
export async function startOnChain(
  chain: SolanaChain,
  { lamports = 2_000_000_000, token: tokenOptions, wallet: walletOptions, options }: Funds = {},
) {
  const [issuer] = solanaKeys(1)
  if (!issuer) throw new Error('There is an account')
  const [me, friend] = [newKey(), newKey()]
  const request = async (method: string, ...params: readonly unknown[]) => {
    const response = await fetch(chain.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    return ((await response.json()) as { result: unknown }).result
  }
  for (const [{ address }, amount] of [
    [me, lamports],
    [friend, 1_000_000],
  ] as const)
    await request('requestAirdrop', address, amount)
  const token = await createToken(chain.url, {
    issuer,
    holder: me.address,
    amount: 1_000_000n,
    decimals: 2,
    program: 'token',
    ...tokenOptions,
  })
  chain.advance(40)
  const wallet = startTestSolanaWallet({
    keys: [me],
    chains: ['solana:localnet'],
    ...walletOptions,
  })
  const started = startTestSolana({
    networks: [solanaNetwork(chain.networkId.slice('solana:'.length), 'Devnet', chain.url)],
    ...options,
  })
  const { kit } = started
  const { accountId } = await kit.connect({ connectorId: 'solana.solana-test-wallet' })
  onTestFinished(() => kit.disconnect())
  const lamportsOf = async (address: string) =>
    ((await request('getBalance', address, { commitment: 'processed' })) as { value: number }).value
  return {
    ...started,
    accountId,
    wallet,
    me: me.address,
    friend: friend.address,
    stranger: newKey().address,
    token,
    request,
    lamportsOf,
  }
}
