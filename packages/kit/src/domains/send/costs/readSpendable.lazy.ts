import { facetOf } from '../../../core/accounts/facetOf.ts'
import type { SendOrder } from '../../../core/contracts/facets/send.ts'
import type { Kit } from '../../../core/kit/kit.ts'

/** The account's balances of the native token and of the token to send, in their smallest units. */
export type Spendable = { native: bigint; held: bigint }

/**
 * Reads the balances from the node, because an API's balances may be half a minute old, and too
 * high.
 * @throws the node's error
 */
export async function readSpendable(
  kit: Kit,
  {
    networkId,
    from,
    token,
    signal,
  }: Pick<SendOrder, 'networkId' | 'from'> & {
    token: Pick<SendOrder['token'], 'address'>
    signal?: AbortSignal
  },
): Promise<Spendable> {
  const tokens = token.address === undefined ? [] : [token.address]
  const { getBalances } = await facetOf(kit, networkId, 'assets')
  const [native = 0n, held = native] = await getBalances({
    address: from,
    networkId,
    tokens,
    signal,
  })
  return { native, held }
}
