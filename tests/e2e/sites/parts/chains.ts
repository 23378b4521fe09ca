import { defineChain } from 'viem'

const {
  api,
  relay,
  chains: urls,
}: { api: string; relay?: string; chains: Record<string, string> } = await (
  await fetch('/devnet.json')
).json()

const chain = (id: number, name: string) =>
  defineChain({
    id,
    name,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [urls[`eip155:${id}`] ?? ''] } },
    testnet: true,
  })

/** The devnet's chains at their current URLs. A real site imports its chains from `viem/chains`. */
export const first = chain(31337, 'Latchkey Devnet')
export const second = chain(31338, 'Latchkey Devnet 2')

/** The devnet's API, for the sites with activity. The other sites need no services. */
export const services = { api }

/** The devnet's relay, for the site that offers phones and all wallets. */
export { relay }
