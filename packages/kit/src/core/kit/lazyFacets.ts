import type { ChainAdapter } from '../contracts/adapter.ts'
import type { FacetName, Facets } from '../contracts/facets/facets.ts'
import type { Kit } from './kit.ts'

/** The functions that load the facets of a chain, by the names of the facets. */
export type FacetLoaders = {
  readonly [name in FacetName]?: (kit: Kit) => Promise<Facets[name]>
}

/** The facets of a chain. Each is loaded when it is first needed, and then kept. */
export function lazyFacets(kit: Kit, loaders: FacetLoaders): Pick<ChainAdapter, 'facets' | 'load'> {
  const cache = new Map<FacetName, Promise<unknown>>()
  return {
    facets: Object.keys(loaders) as FacetName[], // the keys are the names of facets
    async load<name extends FacetName>(name: name) {
      const cached = cache.get(name) ?? loaders[name]?.(kit)
      if (!cached) return undefined
      cache.set(name, cached)
      cached.catch(() => cache.delete(name)) // a facet that failed to load is loaded again
      return cached as Promise<Facets[name]> // each facet is cached under its name
    },
  }
}
