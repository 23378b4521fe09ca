// the URLs of your site; Next writes them into the browser's code during the build
export const url = process.env.NEXT_PUBLIC_URL ?? 'https://example.org'
export const api = process.env.NEXT_PUBLIC_API ?? 'https://api.example.org'

/** A network in viem's format. You can use `mainnet` of `viem/chains` instead. */
export const network = {
  id: Number(process.env.NEXT_PUBLIC_CHAIN_ID ?? 1),
  name: process.env.NEXT_PUBLIC_CHAIN_NAME ?? 'Ethereum',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [process.env.NEXT_PUBLIC_RPC ?? 'https://eth.example.org'] } },
}
