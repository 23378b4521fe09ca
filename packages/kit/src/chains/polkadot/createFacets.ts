import type { NetworkId } from '@latchkey/protocol/caip'
import { assetHubOf } from '@latchkey/protocol/chains/polkadotIds'
import type { ChainAdapter } from '../../core/contracts/adapter.ts'
import { loadCode } from '../../core/page/loadCode.ts'
import { lazyFacets } from '../../core/kit/lazyFacets.ts'
import type { FacetLoaders } from '../../core/kit/lazyFacets.ts'
import type { Kit } from '../../core/kit/kit.ts'

const facets: FacetLoaders = {
  addresses: async (kit) =>
    (await loadCode(import('./addresses/createAddresses.lazy.ts'))).createAddresses(kit),
  assets: async (kit) =>
    (await loadCode(import('./assets/createAssets.lazy.ts'))).createAssets(kit),
  remote: async () => (await loadCode(import('./remote/remote.lazy.ts'))).remote,
  send: async (kit) => (await loadCode(import('./send/createSend.lazy.ts'))).createSend(kit),
  transactions: async (kit) =>
    (await loadCode(import('./transactions/createTransactions.lazy.ts'))).createTransactions(kit),
}

/** The facets of Polkadot networks. The code of a facet is loaded when it is first needed. */
export const createFacets = (kit: Kit): Pick<ChainAdapter, 'facets' | 'load' | 'coinsOn'> => ({
  ...lazyFacets(kit, facets),
  // the table has CAIP-2 ids only
  coinsOn: (networkId) => assetHubOf(networkId) as NetworkId | undefined,
})
