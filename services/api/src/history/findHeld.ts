import { kinds } from '../db/schema.ts'
import type { Hex } from '../chainIndex/chainIndex.ts'
import type { Indexer } from '../indexer/createIndexer.ts'
import type { Chain } from '../providers/chain.ts'
import type { ChainState, FoundToken } from '../providers/chainState.ts'
import { tokenOf } from '../providers/tokens.ts'
import { isImitation, isLure } from './spam.ts'

/** Maximum of tokens outside the list that are checked for one account. */
const max = 100

/**
 * Finds tokens outside the list that an account received and still holds, without spam.
 * The result is incomplete
 * - up to the indexed block, where the index may lack the newest blocks,
 * - where no node describes a token,
 * - while nodes show a different chain than the indexed one.
 * @throws NodesError
 */
export type FindHeld = (
  chain: Chain,
  owner: Hex,
  signal: AbortSignal,
) => Promise<{ found: FoundToken[]; isComplete: boolean }>

/**
 * Reads received tokens from the index; the chain's nodes describe each one. Without an index there
 * are none.
 */
export function createFindHeld({
  indexer,
  state,
}: {
  indexer: Indexer | undefined
  state: ChainState
}): FindHeld {
  return async (chain, owner, signal) => {
    const index = await indexer?.index(chain.networkId)
    if (!index && indexer?.health()[chain.networkId] === 'alarm')
      return { found: [], isComplete: false }
    const held = (await index?.heldBy(owner, [kinds.erc20], undefined, max)) ?? []
    const unlisted = held.filter(
      ({ token }) => !chain.tokens.some(({ address }) => address === token),
    )
    const isBehind = index !== undefined && (indexer?.isBehind(chain.networkId) ?? false)
    if (unlisted.length === 0) return { found: [], isComplete: !isBehind }
    const listed = [chain.nativeCurrency.symbol, ...chain.tokens.map(({ symbol }) => symbol)]
    const labels = await state.labels(
      chain,
      unlisted.map(({ token }) => token),
      signal,
    )
    const found = unlisted.flatMap(({ token, amount }) => {
      const label = labels.get(token)
      const known =
        label && !isLure(label.name, label.symbol) && !isImitation(label.symbol, listed)
          ? tokenOf(label)
          : undefined
      return known ? [{ ...known, lastKnown: amount }] : []
    })
    return { found, isComplete: !isBehind && labels.size === unlisted.length }
  }
}
