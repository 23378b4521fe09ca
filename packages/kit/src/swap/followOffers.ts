import * as times from '@latchkey/protocol/times'
import type { SwapOffer, SwapOrder } from '../core/facets/swap.ts'
import type { Kit } from '../core/kit.ts'
import { offersQuery } from './offersQuery.ts'

/**
 * What is known of the offers for an order. After a failure the last known ones stay, if there were
 * any.
 */
export type OffersState =
  | { status: 'pending' }
  | { status: 'success'; offers: readonly SwapOffer[] }
  | { status: 'error'; error: Error; offers?: readonly SwapOffer[] }

/**
 * Asks for the offers for an order once 200 ms have passed, and then again 10 s after each answer
 * while the page is in front, until `stop`, after which nothing is told any more and a request that
 * is open is aborted: whoever types stops the former order with each key. `refetch` asks at once.
 */
export function followOffers(
  kit: Kit,
  order: SwapOrder,
  notify: (state: OffersState) => void,
): { stop(): void; refetch(): void } {
  const { clock } = kit.context
  let isStopped = false
  let unsubscribe = () => {}
  let refetch = () => {}

  async function begin() {
    const { observe } = await kit.context.queries()
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
      // a page that comes to the front again asks by itself
      if (fetchStatus === 'idle')
        cancel = clock.setTimeout(() => isInFront() && refetch(), times.swapRequote)
    }
    unsubscribe = observer.subscribe(update)
    update(observer.getCurrentResult())
  }

  let cancel = clock.setTimeout(() => {
    // the code failed to load
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
