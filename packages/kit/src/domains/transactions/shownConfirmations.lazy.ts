import { facetOf } from '../../core/accounts/facetOf.ts'
import type { TransactionId } from '../../core/contracts/facets/transactions.ts'
import type { Kit } from '../../core/kit/kit.ts'

/**
 * The number of blocks that confirm a transaction, for a screen. Null on chains whose screens show
 * no number.
 * @throws the node's errors; KitError answerInvalid
 */
export async function shownConfirmations(
  kit: Kit,
  { networkId, hash, signal }: TransactionId & { signal?: AbortSignal },
): Promise<number | 'final' | null> {
  const facet = await facetOf(kit, networkId, 'transactions')
  if (!facet.showsConfirmations || !facet.countConfirmations) return null
  return facet.countConfirmations({ networkId, hash, ...(signal && { signal }) })
}
