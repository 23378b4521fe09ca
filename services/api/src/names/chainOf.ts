import { chainIdOf } from '@latchkey/protocol/coinType'
import { ApiError } from '../apiError.ts'
import type { EvmChain } from '../providers/chain.ts'
import { knownChains } from './knownChains.ts'

/**
 * The served chain of a coin type; undefined for a known chain that is not served.
 * @throws ApiError 400 `coin_type` for a chain that is not known. Source: blockchain API contract,
 *   section 8.1, step 5
 */
export function chainOf(coinType: number, chains: readonly EvmChain[]): EvmChain | undefined {
  const chainId = chainIdOf(coinType)
  const chain = chains.find(({ networkId }) => networkId === `eip155:${chainId}`)
  if (chainId === undefined || (!chain && !knownChains.has(chainId)))
    throw new ApiError(400, 'coin_type', 'Unsupported coin type')
  return chain
}
