import { encodeFunctionData, parseAbi } from 'viem'
import { multicall } from '../chains/evm/nodes/multicall.ts'
import { NodesError } from '../providers/nodes.ts'
import { createSharedCache } from '@latchkey/server/sharedCache'
import { wordOf } from './pools/words.ts'
import type { Address } from './swapProvider.ts'
import type { EvmChain } from '../chains/evm/evmChain.ts'

const permitAbi = parseAbi([
  'function DOMAIN_SEPARATOR() view returns (bytes32)',
  'function nonces(address) view returns (uint256)',
  'function PERMIT_TYPEHASH() view returns (bytes32)',
])

/**
 * The type hash of EIP-2612's `Permit`. DAI on Ethereum has another, because it follows an older
 * draft.
 */
const standardType = 0x6e71edae12b1b97f4d1f60370fef10105fa2faae0126114a169c64845d6126c9n
const placeholderOwner = '0x0000000000000000000000000000000000000001'

/**
 * Finds the tokens that accept an allowance by signature (EIP-2612). The result is empty if no node
 * answers, because a usual approval works with every token.
 */
export type Permits = (
  chain: EvmChain,
  tokens: readonly Address[],
  signal: AbortSignal,
) => Promise<ReadonlySet<Address>>

/** Milliseconds for which an answer is cached, and the maximum of cached answers. */
const [lifetime, max] = [3_600_000, 500]

/** Makes the finder of such tokens. */
export function createPermits({ now }: { now: () => number }): Permits {
  const known = createSharedCache<ReadonlySet<Address>>({ lifetime, max, now })
  return async (chain, tokens, signal) => {
    try {
      return await known.get(
        `${chain.networkId} ${tokens.join()}`,
        (stop) => readPermits(chain, tokens, stop),
        signal,
      )
    } catch (error) {
      if (error instanceof NodesError) return new Set()
      throw error
    }
  }
}

async function readPermits(
  chain: EvmChain,
  tokens: readonly Address[],
  signal: AbortSignal,
): Promise<ReadonlySet<Address>> {
  const calls = tokens.flatMap((target) => [
    { target, callData: encodeFunctionData({ abi: permitAbi, functionName: 'DOMAIN_SEPARATOR' }) },
    {
      target,
      callData: encodeFunctionData({
        abi: permitAbi,
        functionName: 'nonces',
        args: [placeholderOwner],
      }),
    },
    { target, callData: encodeFunctionData({ abi: permitAbi, functionName: 'PERMIT_TYPEHASH' }) },
  ])
  const answers = await multicall(chain, calls, signal)
  return new Set(
    tokens.filter((_, index) => {
      const [domain, nonce, type] = answers
        .slice(3 * index, 3 * index + 3)
        .map((answer) => wordOf(answer, 0))
      return (
        domain !== undefined && nonce !== undefined && (type === undefined || type === standardType)
      )
    }),
  )
}
