import type { Kit } from '../core/kit.ts'
import { keyName } from '../core/storedKeys.ts'

/**
 * Resumes following the transactions that an earlier visit or another tab has sent; the code is
 * fetched only if there are some.
 */
export function resumeTransactions(kit: Kit): void {
  if (kit.context.storage.raw.getItem(keyName('pending-transactions')) === null) {
    // forgotten by another tab
    if (kit.getState().pending) kit.store.setState({ pending: undefined })
    return
  }
  import('./transactions/storeTransaction.ts').then(
    ({ resume }) => resume(kit),
    () => {},
  ) // code that did not load is requested again the next time
}
