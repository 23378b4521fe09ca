import { facetOf } from '../../core/facetOf.ts'
import type { SendOrder } from '../../core/facets/send.ts'
import type { Kit } from '../../core/kit.ts'

/** What an account has of the network's own token, and of the one that is sent; in their smallest units. */
export type Spendable = { native: bigint; held: bigint }

/** Asks the node itself: what a service knows may be half a minute old, and more than is left. @throws what the node answers */
export async function readSpendable(kit: Kit, { networkId, from, token, signal }: Pick<SendOrder, 'networkId' | 'from'> & { token: Pick<SendOrder['token'], 'address'>; signal?: AbortSignal }): Promise<Spendable> {
  const tokens = token.address === undefined ? [] : [token.address]
  const { getBalances } = await facetOf(kit, networkId, 'assets')
  const [native = 0n, held = native] = await getBalances({ address: from, networkId, tokens, signal })
  return { native, held }
}
