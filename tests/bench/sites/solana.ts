// A site for Solana alone, with an interface of its own: it imports the kit and the chain, and no
// screen of the kit.
import { createKit } from 'latchkey'
import { solana } from 'latchkey/solana'

const mainnet = {
  id: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  name: 'Solana',
  namespace: 'solana' as const,
  nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
  rpcUrls: { default: { http: ['https://rpc.example.org'] } },
}

const kit = createKit({
  metadata: { name: 'Bench', url: 'https://example.org' },
  networks: [mainnet],
  adapters: [solana()],
})
kit.start()
