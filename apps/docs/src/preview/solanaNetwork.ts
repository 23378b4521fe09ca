import type { Network } from 'latchkey'
import type { Services } from './services.ts'

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

/** The chain of Solana among those of this machine. */
export function localSolana({
  chains,
  networks = {},
}: Pick<Services, 'chains' | 'networks'>): SolanaNetwork | undefined {
  const [found] = Object.entries(chains).flatMap(([networkId, url]) => {
    const [, id] = /^solana:(.+)$/.exec(networkId) ?? []
    return id === undefined ? [] : [solanaNetwork(id, networks[networkId]?.name ?? networkId, url)]
  })
  return found
}
