import { facetOf } from '../../core/accounts/facetOf.ts'
import type { SwapOffer, SwapOrder } from '../../core/contracts/facets/swap.ts'
import type { Kit } from '../../core/kit/kit.ts'

/**
 * The query of the offers for an order, the best first. If the order changes, the open request is
 * aborted.
 */
export function offersQuery(kit: Kit, order: SwapOrder) {
  const { networkId, account, from, to, amount } = order
  return {
    queryKey: ['swap-offers', networkId, account, from.id, to.id, String(amount)] as const,
    staleTime: 0,
    gcTime: 0, // an old price must not be shown
    networkMode: 'always' as const,
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<readonly SwapOffer[]> =>
      (await facetOf(kit, networkId, 'swap')).readOffers({ ...order, signal }),
  }
}
