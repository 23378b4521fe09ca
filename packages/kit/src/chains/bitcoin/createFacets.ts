import type { ChainAdapter } from '../../core/contracts/adapter.ts'
import { loadCode } from '../../core/page/loadCode.ts'
import type { FacetName, Facets } from '../../core/contracts/facets/facets.ts'
import type { Kit } from '../../core/kit/kit.ts'

const facets: { readonly [name in FacetName]?: (kit: Kit) => Promise<Facets[name]> } = {
  addresses: async () =>
    (await loadCode(import('./addresses/createAddresses.lazy.ts'))).createAddresses(),
  assets: async (kit) =>
    (await loadCode(import('./assets/createAssets.lazy.ts'))).createAssets(kit),
  remote: async () => (await loadCode(import('./remote/remote.lazy.ts'))).remote,
  send: async (kit) => (await loadCode(import('./send/createSend.lazy.ts'))).createSend(kit),
  transactions: async (kit) =>
    (await loadCode(import('./transactions/createTransactions.lazy.ts'))).createTransactions(kit),
}

/** The facets of Bitcoin networks. The code of a facet is loaded when it is first needed. */
export function createFacets(kit: Kit): Pick<ChainAdapter, 'facets' | 'load'> {
  const cache = new Map<FacetName, Promise<unknown>>()
  return {
    facets: Object.keys(facets) as FacetName[], // the keys are the names of facets
    async load<name extends FacetName>(name: name) {
      const cached = cache.get(name) ?? facets[name]?.(kit)
      if (!cached) return undefined
      cache.set(name, cached)
      cached.catch(() => cache.delete(name)) // a facet that failed to load is loaded again
      return cached as Promise<Facets[name]> // each facet is cached under its name
    },
  }
}
