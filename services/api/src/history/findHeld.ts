import { kinds } from '../db/schema.ts'
import type { Hex } from '../chainIndex/chainIndex.ts'
import type { Indexer } from '../indexer/createIndexer.ts'
import type { ListedToken } from '../options.ts'
import type { Chain } from '../providers/chain.ts'
import type { ChainState } from '../providers/chainState.ts'
import { isImitation, isLure } from './spam.ts'

/** Tokens outside the list that are looked at for one account. */
const most = 100

/** Tokens outside the list that an account got and still has, as far as the chain is indexed; spam is left out. @throws NodesError */
export type FindHeld = (chain: Chain, owner: Hex, signal: AbortSignal) => Promise<ListedToken[]>

export function createFindHeld({ indexer, state }: { indexer: Indexer | undefined; state: ChainState }): FindHeld {
  return async (chain, owner, signal) => {
    const index = await indexer?.index(chain.networkId)
    const held = (await index?.heldBy(owner, [kinds.erc20], undefined, most)) ?? []
    const strange = held.map(({ token }) => token).filter((token) => !chain.tokens.some(({ address }) => address === token))
    if (strange.length === 0) return []
    const listed = [chain.nativeCurrency.symbol, ...chain.tokens.map(({ symbol }) => symbol)]
    const labels = await state.labels(chain, strange, signal)
    return [...labels.values()].flatMap(({ decimals, ...label }) => {
      const isToken = decimals !== undefined && label.symbol !== '' && !isLure(label.name, label.symbol) && !isImitation(label.symbol, listed)
      return isToken ? [{ ...label, name: label.name || label.symbol, decimals }] : []
    })
  }
}
