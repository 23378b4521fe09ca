import { polkadotAssetHubId } from '@latchkey/protocol/chains/polkadotNetworks'
import type { PolkadotChainConfig } from '../chains/polkadot/polkadotChain.ts'

/** Polkadot's Asset Hub. @param rpcUrls the addresses of its nodes */
export function polkadotChainAt(...rpcUrls: string[]): PolkadotChainConfig {
  return {
    networkId: polkadotAssetHubId,
    name: 'Polkadot Asset Hub',
    nativeCurrency: { name: 'DOT', symbol: 'DOT', decimals: 10 },
    rpcUrls,
  }
}
