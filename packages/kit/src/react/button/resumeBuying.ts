import type { Kit } from '../../core/kit/kit.ts'
import { keyName } from '../../core/storage/storedKeys.ts'
import { contextOf } from '../../core/kit/context.ts'

/**
 * Resumes the purchases of an earlier visit, and returns the function that stops it. The code is
 * loaded only if there are stored purchases.
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
  ) // if the code fails to load, the next visit loads it again
  return () => {
    isCancelled = true
    stop?.()
  }
}
