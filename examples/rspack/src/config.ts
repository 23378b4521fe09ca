// the URLs of your site; the build takes them from its environment
declare const process: {
  env: { API?: string; RPC?: string; CHAIN_ID?: string; CHAIN_NAME?: string }
}

export const api = process.env.API ?? 'https://api.example.org'

/** A network in viem's format. You can use `mainnet` of `viem/chains` instead. */
export const network = {
  id: Number(process.env.CHAIN_ID ?? 1),
  name: process.env.CHAIN_NAME ?? 'Ethereum',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [process.env.RPC ?? 'https://eth.example.org'] } },
}
