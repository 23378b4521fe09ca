import { kinds } from '../../../db/schema.ts'
import { isImitation, isLure } from '../../../history/spam.ts'
import type { Indexer } from '../../../indexer/createIndexer.ts'
import { tokenOf } from '../../../providers/tokenLabel.ts'
import type { Key, ReadLabels } from '../../chainReader.ts'
import type { EvmChain } from '../evmChain.ts'
import type { FoundToken } from './EvmTokens.ts'

/** Max number of tokens outside the list that are checked for one account. */
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
  owner: Key,
  signal: AbortSignal,
) => Promise<{ found: FoundToken[]; isComplete: boolean }>

/**
 * Reads received tokens from the index, and describes each with the chain's nodes. Without an index
 * there are none.
 */
export function createFindHeld(
  chain: EvmChain,
  {
    indexer: indexerNow,
    labels: readLabels,
  }: { indexer: () => Indexer | undefined; labels: ReadLabels },
): FindHeld {
  return async (owner, signal) => {
    const indexer = indexerNow()
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
    const labels = await readLabels(
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
