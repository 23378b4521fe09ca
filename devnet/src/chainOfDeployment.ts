import { formatNetworkId } from '@latchkey/protocol/caip'
import type { EvmChainConfig } from '../../services/api/src/chains/evm/evmChain.ts'
import type { Deployment } from './deployment.ts'

/** Tokens that are in many pools. Swaps between other tokens may go through them. */
const hubs = new Set(['DAI', 'WBTC'])

/** The API's options for a development chain, whose node is at `rpcUrl`. */
export function chainOfDeployment(deployment: Deployment, rpcUrl: string): EvmChainConfig {
  const {
    chainId,
    name,
    nativeCurrency,
    multicall3,
    tokens,
    collections,
    dex,
    swap,
    ensUniversalResolver,
  } = deployment
  return {
    networkId: formatNetworkId('eip155', chainId),
    name,
    nativeCurrency: {
      name: nativeCurrency.name,
      symbol: nativeCurrency.symbol,
      decimals: nativeCurrency.decimals,
    },
    rpcUrls: [rpcUrl],
    multicall3,
    tokens: tokens.map((token) => ({
      address: token.address,
      name: token.name,
      symbol: token.symbol,
      decimals: token.decimals,
    })),
    collections: collections
      .filter(({ spam }) => !spam)
      .map((collection) => ({ address: collection.address, name: collection.name })),
    ensUniversalResolver,
    dex: { factory: dex.factory, weth: dex.weth, usd: dex.usd },
    ...(swap && {
      swap: {
        router: swap.router,
        wrapped: dex.weth,
        v2Factory: dex.factory,
        v3: { factory: swap.v3Factory },
        through: tokens.filter(({ symbol }) => hubs.has(symbol)).map(({ address }) => address),
      },
    }),
  }
}
