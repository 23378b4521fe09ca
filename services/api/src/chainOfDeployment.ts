import { formatNetworkId } from '@latchkey/protocol/caip'
import type { ChainConfig } from './options.ts'

/** The part of a development chain's manifest that the API needs. */
type Deployment = {
  chainId: number
  name: string
  nativeCurrency: { name: string; symbol: string; decimals: number }
  multicall3: `0x${string}`
  dex: { factory: `0x${string}`; weth: `0x${string}`; usd: `0x${string}` }
  ensUniversalResolver?: `0x${string}` | undefined
  tokens: readonly { address: `0x${string}`; name: string; symbol: string; decimals: number }[]
  collections: readonly { address: `0x${string}`; name: string; spam: boolean }[]
}

/** A development chain, as the API reads it over a node at `rpcUrl`. */
export function chainOfDeployment(deployment: Deployment, rpcUrl: string): ChainConfig {
  const { chainId, name, nativeCurrency, multicall3, tokens, collections, dex, ensUniversalResolver } = deployment
  return {
    networkId: formatNetworkId('eip155', chainId),
    name,
    nativeCurrency: { name: nativeCurrency.name, symbol: nativeCurrency.symbol, decimals: nativeCurrency.decimals },
    rpcUrls: [rpcUrl],
    multicall3,
    tokens: tokens.map((token) => ({ address: token.address, name: token.name, symbol: token.symbol, decimals: token.decimals })),
    collections: collections.filter(({ spam }) => !spam).map((collection) => ({ address: collection.address, name: collection.name })),
    ensUniversalResolver,
    dex: { factory: dex.factory, weth: dex.weth, usd: dex.usd },
  }
}
