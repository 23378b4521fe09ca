import * as times from '@latchkey/protocol/times'
import type { SwapOffer, SwapOrder } from '../../core/contracts/facets/swap.ts'
import type { Kit } from '../../core/kit/kit.ts'
import { offersQuery } from './offersQuery.ts'
import { contextOf } from '../../core/kit/context.ts'

/**
 * The state of the offers for an order. After a failure, `offers` has the last known offers, if
 * any.
 */
export type OffersState =
  | { status: 'pending' }
  | { status: 'success'; offers: readonly SwapOffer[] }
  | { status: 'error'; error: Error; offers?: readonly SwapOffer[] }

/**
 * Requests the offers for an order after 200 ms, because the visitor may still be typing the
 * amount. Then requests them again 10 s after each answer while the page is visible. `stop` aborts
 * an open request, and nothing is reported any more. `refetch` requests at once.
 */
export function followOffers(
  kit: Kit,
  order: SwapOrder,
  notify: (state: OffersState) => void,
): { stop(): void; refetch(): void } {
  const { clock } = contextOf(kit)
  let isStopped = false
  let unsubscribe = () => {}
  let refetch = () => {}

  async function begin() {
    const { observe } = await contextOf(kit).queries()
    if (isStopped) return
    const observer = observe(offersQuery(kit, order))
    refetch = () => void observer.refetch()
    const update = ({
      data,
      error,
      status,
      fetchStatus,
    }: ReturnType<typeof observer.getCurrentResult>) => {
      if (error) notify({ status: 'error', error, ...(data && { offers: data }) })
      else notify(status === 'success' ? { status, offers: data } : { status: 'pending' })
      cancel()
      // a hidden page sends no request: TanStack Query sends one when the page is visible again
      if (fetchStatus === 'idle')
        cancel = clock.setTimeout(() => isInFront() && refetch(), times.swapRequote)
    }
    unsubscribe = observer.subscribe(update)
    update(observer.getCurrentResult())
  }

  let cancel = clock.setTimeout(() => {
    // an error here means that the code has failed to load
    begin().catch((error: Error) => isStopped || notify({ status: 'error', error }))
  }, times.swapDebounce)
  return {
    stop() {
      isStopped = true
      cancel()
      unsubscribe()
    },
    refetch: () => refetch(),
  }
}

const isInFront = () => globalThis.document?.visibilityState !== 'hidden'
