// A site for Polkadot alone, with an interface of its own: it imports the kit and the chain, and no
// screen of the kit.
import { createKit } from 'latchkey'
import { polkadot } from 'latchkey/polkadot'

const assetHub = {
  id: '68d56f15f85d3136970ec16946040bc1',
  name: 'Polkadot Asset Hub',
  namespace: 'polkadot' as const,
  nativeCurrency: { name: 'Polkadot', symbol: 'DOT', decimals: 10 },
  rpcUrls: { default: { http: ['https://node.example.org'] } },
}

const kit = createKit({
  metadata: { name: 'Bench', url: 'https://example.org' },
  networks: [assetHub],
  adapters: [polkadot()],
})
kit.start()
