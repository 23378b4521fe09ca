import { askQuantity } from '../../rpc/askNode.ts'
import { wait } from '../../server/wait.ts'
import type { Network } from '../../wallet/network.ts'
import type { Wallet } from '../../wallet/Wallet.ts'
import type { Address } from '../decode/Effect.ts'

/**
 * The polling of a balance: milliseconds before each attempt, and the number of attempts.
 * Together 21 minutes, because the site does not wait longer.
 */
export const polling = { every: 4_000, max: 315 }

/**
 * Polls an account's balance until it differs from `known` (wei). After a failed request the node
 * is polled again. eth_getBalance
 * @returns whether it has changed; false after the last attempt
 * @throws the signal's reason
 */
export async function awaitTopUp(
  wallet: Pick<Wallet, 'server'>,
  network: Network,
  { address, known, signal }: { address: Address; known: bigint; signal: AbortSignal },
): Promise<boolean> {
  for (let look = 0; look < polling.max; look++) {
    await wait(polling.every, signal)
    const balance = await askQuantity(wallet, network, {
      method: 'eth_getBalance',
      params: [address, 'latest'],
      signal,
    }).catch(() => known)
    if (balance !== known) return true
  }
  return false
}
