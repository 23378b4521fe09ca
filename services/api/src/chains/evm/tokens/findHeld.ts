import { kinds } from '../../../db/schema.ts'
import { isImitation, isLure } from '../../../history/spam.ts'
import { tokenOf } from '../../../providers/tokenLabel.ts'
import type { Key, ReadLabels } from '../../chainReader.ts'
import type { EvmChain } from '../evmChain.ts'
import type { FoundToken } from './EvmTokens.ts'
import type { Indexer } from '../../../indexer/chainStatus.ts'

/** Maximum of tokens that are read from the index for one account, including listed tokens. */
const max = 100

/**
 * Finds unlisted tokens that an account has received and still holds. Spam is left out. The result
 * is incomplete
 * - if the index lacks the newest blocks,
 * - if no node describes a token,
 * - or while the nodes' chain differs from the indexed chain.
 * @throws NodesError
 */
export type FindHeld = (
  owner: Key,
  signal: AbortSignal,
) => Promise<{ found: FoundToken[]; isComplete: boolean }>

/**
 * Makes the function that finds an account's unlisted tokens in the index, and describes them with
 * the chain's nodes. Without an index it finds none.
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
