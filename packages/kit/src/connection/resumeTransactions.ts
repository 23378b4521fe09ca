import type { Kit } from '../core/kit.ts'
import { keyName } from '../core/storedKeys.ts'

/** Takes up the transactions that an earlier visit or another tab has sent; the code that follows them is fetched only where there are some. */
export function resumeTransactions(kit: Kit): void {
  if (kit.context.storage.raw.getItem(keyName('pending-transactions')) === null) {
    if (kit.getState().pending) kit.store.setState({ pending: undefined }) // forgotten by another tab
    return
  }
  import('./transactions/keepTransaction.ts').then(({ resume }) => resume(kit), () => {}) // what did not come is asked for again the next time
}
