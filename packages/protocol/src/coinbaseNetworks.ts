/**
 * The provider's names of networks, by CAIP-2 id, because a site may show a network by any name.
 * docs/contracts/product.md#buying
 */
export const coinbaseNetworks: { readonly [networkId: string]: string } = {
  'eip155:1': 'ethereum',
  'eip155:42161': 'arbitrum',
  'eip155:137': 'polygon',
  'eip155:80094': 'berachain',
  'eip155:43114': 'avalanche-c-chain',
  'eip155:10': 'optimism',
  'eip155:42220': 'celo',
  'eip155:8453': 'base',
}
