import type { AddressesFacet } from './addresses.ts'
import type { AssetsFacet } from './assets.ts'
import type { PhoneFacet } from './phone.ts'
import type { SendFacet } from './send.ts'
import type { TransactionsFacet } from './transactions.ts'

/** What a chain can do beyond its adapter's own members, by name. Each is fetched when it is first needed. */
export type Facets = {
  addresses: AddressesFacet
  assets: AssetsFacet
  phone: PhoneFacet
  send: SendFacet
  transactions: TransactionsFacet
}

/** The name of a facet: what a chain's code is loaded by, `adapter.load(name)`. */
export type FacetName = keyof Facets
