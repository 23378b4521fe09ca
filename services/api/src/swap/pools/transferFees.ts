import { encodeFunctionData, erc20Abi, multicall3Abi, type Hex } from 'viem'
import { NodesError } from '../../providers/nodes.ts'
import { readResults } from '../../chains/evm/nodes/readResults.ts'
import { createSharedCache } from '@latchkey/server/sharedCache'
import type { Address } from '../swapProvider.ts'
import { wordOf } from './words.ts'
import type { EvmChain } from '../../chains/evm/evmChain.ts'

/** Finds out which fees tokens take from transfers. */
export type TransferFees = {
  /**
   * How much arrives when a pool sends an amount of its token: less than the amount if the token
   * takes a fee. Undefined if this cannot be tried.
   * @throws the signal's reason
   */
  arriving(
    chain: EvmChain,
    token: Address,
    pool: Address,
    amount: bigint,
    signal: AbortSignal,
  ): Promise<bigint | undefined>
  /**
   * Whether a token takes a fee from transfers. This is tried with a pool that has some of the
   * token. Undefined if it cannot be tried now.
   * @throws the signal's reason
   */
  takesFee(
    chain: EvmChain,
    token: Address,
    pool: Address,
    signal: AbortSignal,
  ): Promise<boolean | undefined>
}

/** Milliseconds for which the result for a token is cached, and the maximum of cached tokens. */
const [lifetime, max] = [600_000, 5_000]
/** The receiver in a trial: an address whose private key is not known. */
const receiver = '0x00000000000000000000000000000000001a7c4e'
/** An amount that is large enough to show a fee of 0.1 %, and that nearly every pool has. */
const sample = 10_000n

/**
 * No node could try the transfer. As an error this result is not cached, so the next swap tries
 * again.
 */
class UntriedError extends Error {
  override readonly name = 'UntriedError'
}

/**
 * Tries transfers without sending them. In one `eth_call`, the pool's code is replaced by that of
 * Multicall3, so that the pool itself makes the transfer. Nodes without state overrides cannot do
 * this. Then the token counts as one without a fee, for this swap only; the swap's minimum protects
 * the user.
 */
export function createTransferFees({ now }: { now: () => number }): TransferFees {
  const known = createSharedCache<boolean>({ lifetime, max, now })
  const codes = createSharedCache<unknown>({ lifetime, max: 100, now })

  const fees: TransferFees = {
    async arriving(chain, token, pool, amount, signal) {
      try {
        const code = await codes.get(
          chain.networkId,
          (stop) => chain.nodes.request('eth_getCode', [chain.multicall3, 'latest'], stop),
          signal,
        )
        const answer = await chain.nodes.request(
          'eth_call',
          [{ to: pool, data: trialOf(token, amount) }, 'latest', { [pool]: { code } }],
          signal,
        )
        const [before, sent, after] = readResults(answer, 3)
        const [had, has] = [wordOf(before, 0), wordOf(after, 0)]
        return sent === undefined || had === undefined || has === undefined ? undefined : has - had
      } catch (error) {
        signal.throwIfAborted()
        if (error instanceof NodesError) return undefined
        throw error
      }
    },
    async takesFee(chain, token, pool, signal) {
      try {
        return await known.get(
          `${chain.networkId} ${token}`,
          async (stop) => {
            const arrived = await fees.arriving(chain, token, pool, sample, stop)
            if (arrived === undefined)
              throw new UntriedError(`A transfer of ${token} cannot be tried`)
            return arrived < sample
          },
          signal,
        )
      } catch (error) {
        if (error instanceof UntriedError) return undefined
        throw error
      }
    },
  }
  return fees
}

/**
 * The data of the call that transfers an amount, and reads the receiver's balance before and after.
 */
function trialOf(token: Address, amount: bigint): Hex {
  const balanceOf = {
    target: token,
    allowFailure: true,
    callData: encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [receiver] }),
  }
  const transfer = {
    ...balanceOf,
    callData: encodeFunctionData({
      abi: erc20Abi,
      functionName: 'transfer',
      args: [receiver, amount],
    }),
  }
  return encodeFunctionData({
    abi: multicall3Abi,
    functionName: 'aggregate3',
    args: [[balanceOf, transfer, balanceOf]],
  })
}
