import type { AddressesFacet } from './addresses.ts'
import type { AssetsFacet } from './assets.ts'
import type { RemoteFacet } from './remote.ts'
import type { SendFacet } from './send.ts'
import type { SmartSessionsFacet } from './smartSessions.ts'
import type { SwapFacet } from './swap.ts'
import type { TransactionsFacet } from './transactions.ts'

/**
 * Abilities of a chain beyond its adapter's own members, by name. The code of each is fetched when
 * it is first needed.
 */
export type Facets = {
  addresses: AddressesFacet
  assets: AssetsFacet
  remote: RemoteFacet
  send: SendFacet
  smartSessions: SmartSessionsFacet
  swap: SwapFacet
  transactions: TransactionsFacet
}

/** The name of a facet, for `adapter.load(name)`. */
export type FacetName = keyof Facets
