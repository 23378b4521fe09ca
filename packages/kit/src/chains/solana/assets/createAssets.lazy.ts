import type { AssetsFacet } from '../../../core/contracts/facets/assets.ts'
import type { Kit } from '../../../core/kit/kit.ts'
import { chainOf } from '../provider/chain.ts'
import { getBalances } from './getBalances.ts'
import { lookForChanges } from './lookForChanges.ts'
import { readToken } from './readToken.ts'

/** Creates the `assets` facet of Solana: balances and tokens of accounts. */
export function createAssets(kit: Kit): AssetsFacet {
  return {
    getBalances: ({ address, networkId, tokens, signal }) =>
      getBalances(chainOf(kit, networkId, signal), address, tokens),
    readToken: ({ address, networkId, signal }) =>
      readToken(chainOf(kit, networkId, signal), address),
    lookForChanges: ({ address, networkId, seen, signal }) =>
      lookForChanges(chainOf(kit, networkId, signal), address, seen),
  }
}
