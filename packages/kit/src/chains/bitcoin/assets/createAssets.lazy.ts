import { kitError } from '../../../core/errors/errors.ts'
import type { AssetsFacet, ObservedAccount } from '../../../core/contracts/facets/assets.ts'
import type { Kit } from '../../../core/kit/kit.ts'
import { countOf } from '../esplora/answers.ts'
import { esploraOf } from '../esplora/esplora.ts'
import type { Esplora } from '../esplora/esplora.ts'
import { scriptOf } from '../wire/scripts.ts'
import { balanceOf, readCoins } from './readCoins.ts'
import { minedOf, readStats } from './readStats.ts'

/** Creates the `assets` facet of Bitcoin: the balance of an address. The chain has no tokens. */
export function createAssets(kit: Kit): AssetsFacet {
  return {
    async getBalances({ address, networkId, tokens, signal }) {
      if (tokens.length > 0)
        throw kitError('actionNotAllowed', { details: 'This network has no tokens.' })
      return [await readBalance(esploraOf(kit, networkId, signal), address)]
    },
    lookForChanges: ({ address, networkId, seen, signal }) =>
      lookForChanges(esploraOf(kit, networkId, signal), address, seen),
  }
}

/**
 * The balance of an address, in satoshi. The coins are read one by one only while a transaction
 * waits, because nodes refuse to list many coins.
 */
async function readBalance(esplora: Esplora, address: string): Promise<bigint> {
  checkAddress(esplora, address)
  const stats = await readStats(esplora, address)
  return stats.waiting.count === 0 ? minedOf(stats) : balanceOf(await readCoins(esplora, address))
}

async function lookForChanges(
  esplora: Esplora,
  address: string,
  seen?: ObservedAccount,
): Promise<{ seen: ObservedAccount; hasChanged: boolean }> {
  checkAddress(esplora, address)
  const [stats, height] = await Promise.all([
    readStats(esplora, address),
    esplora.get('/blocks/tip/height'),
  ])
  const native = [stats.mined, stats.waiting]
    .map(({ received, spent, count }) => `${received} ${spent} ${count}`)
    .join('\n')
  return {
    seen: { height: BigInt(countOf(height)), native },
    hasChanged: native !== seen?.native,
  }
}

/** Refuses a text that is no address, before it becomes a part of a URL. */
function checkAddress({ networkId }: Esplora, address: string): void {
  if (!scriptOf(address, networkId)) throw kitError('actionNotAllowed', { details: 'notAnAddress' })
}
