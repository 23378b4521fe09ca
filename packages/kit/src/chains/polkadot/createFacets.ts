import type { ChainAdapter } from '../../core/contracts/adapter.ts'
import { loadCode } from '../../core/page/loadCode.ts'
import { lazyFacets } from '../../core/kit/lazyFacets.ts'
import type { FacetLoaders } from '../../core/kit/lazyFacets.ts'
import type { Kit } from '../../core/kit/kit.ts'

const facets: FacetLoaders = {
  remote: async () => (await loadCode(import('./remote/remote.lazy.ts'))).remote,
}

/** The facets of Polkadot networks. The code of a facet is loaded when it is first needed. */
export const createFacets = (kit: Kit): Pick<ChainAdapter, 'facets' | 'load'> =>
  lazyFacets(kit, facets)
