import { keccak256 } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { NodesError } from '../nodesError.ts'
import {
  balanceOf,
  callOf,
  estimateGas,
  outbidding,
  readFees,
  type Transfer,
} from './payoutChain.ts'
import { keyOf } from '../soldChain.ts'
import type { EvmChain } from './openEvm.ts'
import type { Order } from '../../orders/orderStore.ts'
import type { NewPayout, Payout } from '../../treasury/payoutStore.ts'

/**
 * Signs the transaction that pays an order.
 * @returns `poor` when the treasury cannot pay it now; `refused` when the token refuses the
 *   transfer
 * @throws NodesError
 */
export async function signPayout(
  chain: EvmChain,
  account: PrivateKeyAccount,
  { orderId, token, wallet, amount }: Order,
  nonce: number,
  signal: AbortSignal,
): Promise<NewPayout | 'poor' | 'refused'> {
  const sender = keyOf(account.address)
  const transfer: Transfer = { token, to: wallet, amount }
  if ((await balanceOf(chain, sender, token, signal)) < amount) return 'poor'
  const gas = await estimateGas(chain, sender, transfer, signal).catch((error: unknown) => {
    if (error instanceof NodesError && error.isRevert) return 'refused' as const
    // a code without a revert: the treasury has not enough coins for the gas
    if (error instanceof NodesError && error.code !== undefined) return 'poor' as const
    throw error
  })
  if (typeof gas === 'string') return gas
  const { networkId, chainId } = chain
  const raw = await account.signTransaction({
    ...callOf(transfer),
    ...(await readFees(chain, signal)),
    gas,
    nonce,
    chainId,
  })
  return { sender, networkId, nonce, orderId, hash: keccak256(raw), raw }
}

/**
 * Signs a payout again for the same nonce, with fees that are high enough to replace it.
 * @throws NodesError
 */
export async function signHigher(
  chain: EvmChain,
  account: PrivateKeyAccount,
  payout: Payout,
  signal: AbortSignal,
): Promise<NewPayout> {
  const raw = await account.signTransaction(
    outbidding(payout.raw, await readFees(chain, signal), chain.chainId),
  )
  const { sender, networkId, nonce, orderId } = payout
  return { sender, networkId, nonce, orderId, hash: keccak256(raw), raw }
}
