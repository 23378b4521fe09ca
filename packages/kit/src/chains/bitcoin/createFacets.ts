import type { ChainAdapter } from '../../core/contracts/adapter.ts'
import type { FacetName, Facets } from '../../core/contracts/facets/facets.ts'
import type { Kit } from '../../core/kit/kit.ts'

const facets: { readonly [name in FacetName]?: (kit: Kit) => Promise<Facets[name]> } = {}

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
