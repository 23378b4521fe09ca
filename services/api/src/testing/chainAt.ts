import type { EvmChainConfig } from '../chains/evm/evmChain.ts'

/** A chain without tokens. @param rpcUrls the addresses of its nodes */
export function chainAt(...rpcUrls: string[]): EvmChainConfig {
  return {
    networkId: 'eip155:77',
    name: 'Seventy-seven',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls,
    multicall3: '0xcA11bde05977b3631167028862bE2a173976CA11',
    tokens: [],
  }
}
