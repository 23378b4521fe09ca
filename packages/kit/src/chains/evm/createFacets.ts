import type { ChainAdapter } from '../../core/adapter.ts'
import { arrived } from '../../core/arrived.ts'
import type { FacetName, Facets } from '../../core/facets/facets.ts'
import type { Kit } from '../../core/kit.ts'

const facets: { readonly [name in FacetName]: (kit: Kit) => Promise<Facets[name]> } = {
  addresses: async () => (await arrived(import('./addresses/addresses.ts'))).addresses,
  assets: async (kit) => (await arrived(import('./assets/createAssets.ts'))).createAssets(kit),
  remote: async () => (await arrived(import('./remote/remote.ts'))).remote,
  send: async (kit) => (await arrived(import('./send/createSend.ts'))).createSend(kit),
  swap: async (kit) => (await arrived(import('./swap/createSwap.ts'))).createSwap(kit),
  transactions: async (kit) =>
    (await arrived(import('./transactions/createTransactions.ts'))).createTransactions(kit),
}

/** The facets of an EVM network, each made once. */
export function createFacets(kit: Kit): Pick<ChainAdapter, 'facets' | 'load'> {
  const made = new Map<FacetName, Promise<unknown>>()
  return {
    facets: Object.keys(facets) as FacetName[], // the table's own
    load<name extends FacetName>(name: name) {
      const known = made.get(name) ?? facets[name](kit)
      made.set(name, known)
      known.catch(() => made.delete(name)) // a facet that failed to load is requested again
      return known as Promise<Facets[name]> // under its name
    },
  }
}
