import type { Network } from 'latchkey'

/** A Solana network. */
export type SolanaNetwork = Network & { id: string; namespace: 'solana' }

const solanaNetwork = (id: string, name: string, url: string): SolanaNetwork => ({
  id,
  namespace: 'solana',
  name,
  nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
  rpcUrls: { default: { http: [url] } },
})

/** Solana's main network. No request is sent to its node. */
export const solanaMainnet = solanaNetwork(
  '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  'Solana',
  'https://solana.example.org',
)

/** Returns the Solana chain on this machine; undefined if there is none. */
export function localSolana(urls: Readonly<Record<string, string>>): SolanaNetwork | undefined {
  const [found] = Object.entries(urls).flatMap(([networkId, url]) => {
    const [, id] = /^solana:(.+)$/.exec(networkId) ?? []
    return id === undefined ? [] : [solanaNetwork(id, 'Latchkey Solana', url)]
  })
  return found
}
