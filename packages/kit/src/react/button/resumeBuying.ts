import type { Kit } from '../../core/kit/kit.ts'
import { keyName } from '../../core/storage/storedKeys.ts'
import { contextOf } from '../../core/kit/context.ts'

/**
 * Resumes the purchases of an earlier visit, until the returned function is called. The code is
 * loaded only if there are some.
 */
export function resumeBuying(kit: Kit): () => void {
  if (contextOf(kit).storage.raw.getItem(keyName('onramp-orders')) === null) return () => {}
  let stop: (() => void) | undefined
  let isCancelled = false
  import('../../domains/onramp/order/resumeOrders.lazy.ts').then(
    ({ resumeOrders }) => {
      if (!isCancelled) stop = resumeOrders(kit)
    },
    () => {},
  ) // code that failed to load is requested again on the next visit
  return () => {
    isCancelled = true
    stop?.()
  }
}
