import type { Kit } from '../../core/kit.ts'
import { keyName } from '../../core/storedKeys.ts'

/**
 * Goes on with the purchases of an earlier visit, until the returned function is called; the code
 * is fetched only if there are some.
 */
export function resumeBuying(kit: Kit): () => void {
  if (kit.context.storage.raw.getItem(keyName('onramp-orders')) === null) return () => {}
  let stop: (() => void) | undefined
  let isCancelled = false
  import('../../onramp/order/resumeOrders.ts').then(
    ({ resumeOrders }) => {
      if (!isCancelled) stop = resumeOrders(kit)
    },
    () => {},
  ) // code that did not load is requested again on the next visit
  return () => {
    isCancelled = true
    stop?.()
  }
}
