import { createKit } from 'latchkey'
import { solana } from 'latchkey/solana'

const solanaMainnet = {
  id: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  namespace: 'solana' as const,
  name: 'Solana',
  nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
  rpcUrls: { default: { http: [`${location.origin}/node`] } },
}

/** The kit. Its wallet is also in the lists of other libraries. */
export const kit = createKit({
  metadata: { name: 'My site', url: location.origin },
  networks: [solanaMainnet],
  adapters: [solana({ announce: true })],
})
