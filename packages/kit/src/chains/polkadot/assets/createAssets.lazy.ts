import { kitError } from '../../../core/errors/errors.ts'
import type { AssetsFacet, ObservedAccount } from '../../../core/contracts/facets/assets.ts'
import type { Kit } from '../../../core/kit/kit.ts'
import { chainOf, readHeader } from '../node/chainOf.ts'
import type { Chain } from '../node/chainOf.ts'
import { readAccount } from '../node/storage.ts'

/**
 * Creates the `assets` facet of Polkadot: the whole balance of an account, with the parts that can't
 * be sent. It reads no metadata, so that a balance costs two small requests.
 */
export function createAssets(kit: Kit): AssetsFacet {
  return {
    async getBalances({ address, networkId, tokens, signal }) {
      if (tokens.length > 0)
        throw kitError('actionNotAllowed', { details: 'The kit reads no tokens of this network.' })
      const { free, reserved } = await readAccount(chainOf(kit, networkId, signal), address)
      return [free + reserved]
    },
    lookForChanges: ({ address, networkId, seen, signal }) =>
      lookForChanges(chainOf(kit, networkId, signal), address, seen),
  }
}

/** The height is read first: a change in a later block is then found again. */
async function lookForChanges(
  chain: Chain,
  address: string,
  seen?: ObservedAccount,
): Promise<{ seen: ObservedAccount; hasChanged: boolean }> {
  const { height } = await readHeader(chain)
  const { nonce, free, reserved } = await readAccount(chain, address)
  const native = [nonce, free, reserved].join(' ')
  return { seen: { height: BigInt(height), native }, hasChanged: native !== seen?.native }
}
