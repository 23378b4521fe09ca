import type { ChainAdapter } from '../../core/adapter.ts'
import { arrived } from '../../core/arrived.ts'
import type { FacetName, Facets } from '../../core/facets/facets.ts'
import type { Kit } from '../../core/kit.ts'

const facets: { readonly [name in FacetName]?: (kit: Kit) => Promise<Facets[name]> } = {
  addresses: async (kit) =>
    (await arrived(import('./addresses/createAddresses.ts'))).createAddresses(kit),
  assets: async (kit) => (await arrived(import('./assets/createAssets.ts'))).createAssets(kit),
  remote: async () => (await arrived(import('./remote/remote.ts'))).remote,
  send: async (kit) => (await arrived(import('./send/createSend.ts'))).createSend(kit),
  transactions: async (kit) =>
    (await arrived(import('./transactions/createTransactions.ts'))).createTransactions(kit),
}

/** The facets of a Solana network, each made once. */
export function createFacets(kit: Kit): Pick<ChainAdapter, 'facets' | 'load'> {
  const made = new Map<FacetName, Promise<unknown>>()
  return {
    facets: Object.keys(facets) as FacetName[], // the table's own
    async load<name extends FacetName>(name: name) {
      const known = made.get(name) ?? facets[name]?.(kit)
      if (!known) return undefined
      made.set(name, known)
      known.catch(() => made.delete(name)) // a facet that failed to load is requested again
      return known as Promise<Facets[name]> // under its name
    },
  }
}
