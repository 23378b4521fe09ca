import { chainIdOf } from '@latchkey/protocol/coinType'
import { ApiError } from '../apiError.ts'
import { knownChains } from './knownChains.ts'
import { networkIdOf, type EvmChain } from '../chains/evm/evmChain.ts'

/**
 * The served chain that a coin type means. Undefined if the chain is known, but not served here.
 * Source: docs/contracts/api.md#register-a-name
 * @throws ApiError 400 `coin_type` for an unknown chain
 */
export function chainOf(coinType: number, chains: readonly EvmChain[]): EvmChain | undefined {
  const chainId = chainIdOf(coinType)
  const chain = chains.find(({ networkId }) => networkId === networkIdOf(chainId))
  if (chainId === undefined || (!chain && !knownChains.has(chainId)))
    throw new ApiError(400, 'coin_type', 'Unsupported coin type')
  return chain
}
