import { createKit } from 'latchkey'
import type { Kit } from 'latchkey'
import { evm } from 'latchkey/evm'
import type { Chain } from 'viem'
import { networksOf } from './networks.ts'
import type { Devnet } from './readDevnet.ts'
import type { Settings, Theme } from './settings.ts'

/** Nothing listens there: `?api=down` shows how the page does without. */
const deadApi = 'http://127.0.0.1:59999'

/** What the page is made of once it knows where the chains are. */
export type Site = { kit: Kit; networks: readonly Chain[] }

/** Makes the kit as any site would. */
export function createSite(devnet: Devnet, { apiUp }: Settings, themeMode: Theme): Site {
  const networks = networksOf(devnet)
  const api = apiUp ? devnet.api : deadApi
  const kit = createKit({
    metadata: { name: 'Ferry Lane Bakery', url: location.origin, description: 'Warm bread, a short walk away.' },
    networks,
    adapters: [evm()],
    ...(api && { services: { api } }),
    themeMode,
  })
  return { kit, networks }
}
