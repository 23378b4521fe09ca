// A site for Bitcoin alone, with an interface of its own: it imports the kit and the chain, and no
// screen of the kit.
import { createKit } from 'latchkey'
import { bitcoin } from 'latchkey/bitcoin'

const mainnet = {
  id: '000000000019d6689c085ae165831e93',
  name: 'Bitcoin',
  namespace: 'bip122' as const,
  nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
  rpcUrls: { default: { http: ['https://esplora.example.org'] } },
}

const kit = createKit({
  metadata: { name: 'Bench', url: 'https://example.org' },
  networks: [mainnet],
  adapters: [bitcoin()],
})
kit.start()
