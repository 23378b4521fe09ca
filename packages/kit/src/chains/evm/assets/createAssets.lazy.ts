import type { AssetsFacet } from '../../../core/contracts/facets/assets.ts'
import type { Kit } from '../../../core/kit/kit.ts'
import { chainOf } from '../provider/chain.ts'
import { getBalances } from './getBalances.ts'
import { lookForChanges } from './lookForChanges.ts'
import { readToken } from './readToken.ts'
import { createWalletAssets } from './walletAssets.ts'

/**
 * Creates the `assets` facet of EVM networks, which reads balances, tokens and the assets that
 * wallets list.
 */
export function createAssets(kit: Kit): AssetsFacet {
  return {
    getBalances: (parameters) => getBalances(kit, parameters),
    readToken: ({ address, networkId, signal }) =>
      readToken(chainOf(kit, networkId, signal), address),
    lookForChanges: ({ address, networkId, seen, signal }) =>
      lookForChanges(chainOf(kit, networkId, signal), address, seen),
    wallet: createWalletAssets(kit),
  }
}
