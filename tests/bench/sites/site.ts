/** The parts that sample sites share, because they do not count as the kit's size. */
export const site = {
  name: 'A site',
  url: 'https://example.org',
  network: {
    id: 1,
    name: 'Ethereum',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: ['https://node.example.org'] } },
  },
} as const
