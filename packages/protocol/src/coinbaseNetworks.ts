/**
 * The names that the provider Coinbase uses for networks, by CAIP-2 id. The site's own names cannot
 * be used: a site may give a network any name. docs/contracts/product.md#buying
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
