// the URLs of your site, from the environment of the build or from .env
const { VITE_URL, VITE_API, VITE_RPC, VITE_CHAIN_ID, VITE_CHAIN_NAME } = import.meta.env

export const url: string = VITE_URL ?? 'https://example.org'
export const api: string = VITE_API ?? 'https://api.example.org'

/** A network in viem's format. You can use `mainnet` of `viem/chains` instead. */
export const network = {
  id: Number(VITE_CHAIN_ID ?? 1),
  name: String(VITE_CHAIN_NAME ?? 'Ethereum'),
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [String(VITE_RPC ?? 'https://eth.example.org')] } },
}
