import { createKit } from '../../packages/kit/src/createKit.ts'
import { memoryStorage } from '../../packages/kit/src/core/storage/storage.ts'
import { polkadot } from '../../packages/kit/src/chains/polkadot/polkadot.ts'

/** A network as a site passes it to the kit. @param url its node: none is asked in most checks */
export const networkOf = (networkId, url = 'http://127.0.0.1:1', name = 'Polkadot') => ({
  id: networkId.slice('polkadot:'.length),
  name,
  namespace: 'polkadot',
  nativeCurrency: { name: 'Polkadot', symbol: 'DOT', decimals: 10 },
  rpcUrls: { default: { http: [url] } },
})

/** The page, which some packages read once when they are loaded. */
export function startPage() {
  globalThis.window ??= Object.assign(new EventTarget(), { injectedWeb3: {} })
  return globalThis.window
}

/** Starts a kit as a site has it, and connects it to a wallet on the page. */
export async function connectKit(networks, wallet) {
  const kit = createKit({
    metadata: { name: 'Shop', url: 'https://shop.example.org' },
    networks,
    adapters: [polkadot()],
    storage: memoryStorage(),
    publicNodes: true,
  })
  const stop = kit.start()
  const account = await kit.connect({ connectorId: `polkadot.${wallet}` })
  return { kit, stop, account }
}
