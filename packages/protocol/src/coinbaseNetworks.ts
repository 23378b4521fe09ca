/**
 * The provider's words for networks, by their ids: a site may show a network by any name. spec 9,
 * api 14
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
