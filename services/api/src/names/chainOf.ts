import { chainIdOf } from '@latchkey/protocol/coinType'
import { ApiError } from '../apiError.ts'
import { knownChains } from './knownChains.ts'
import { networkIdOf, type EvmChain } from '../chains/evm/evmChain.ts'

/**
 * The served chain of a coin type; undefined for a known chain that is not served. Source:
 * docs/contracts/api.md#register-a-name
 * @throws ApiError 400 `coin_type` for an unknown chain
 */
export function chainOf(coinType: number, chains: readonly EvmChain[]): EvmChain | undefined {
  const chainId = chainIdOf(coinType)
  const chain = chains.find(({ networkId }) => networkId === networkIdOf(chainId))
  if (chainId === undefined || (!chain && !knownChains.has(chainId)))
    throw new ApiError(400, 'coin_type', 'Unsupported coin type')
  return chain
}
