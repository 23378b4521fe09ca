import { adapterOf } from '../core/adapterOf.ts'
import type { Kit } from '../core/kit.ts'
import type { SendOrder } from './order.ts'

/** What an account has of the network's own token, and of the one that is sent; in their smallest units. */
export type Means = { native: bigint; held: bigint }

/** Asks the node itself: what a service knows may be half a minute old, and more than is left. @throws what the node answers */
export async function readMeans(kit: Kit, { networkId, from, token, signal }: Pick<SendOrder, 'networkId' | 'from'> & { token: Pick<SendOrder['token'], 'address'>; signal?: AbortSignal }): Promise<Means> {
  const tokens = token.address === undefined ? [] : [token.address]
  const [native = 0n, held = native] = await adapterOf(kit, 'eip155').getBalances({ address: from, networkId, tokens, signal })
  return { native, held }
}
