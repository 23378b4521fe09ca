import type { SessionEvent } from '../core/accounts/session.ts'
import type { Kit } from '../core/kit/kit.ts'
import { keyName } from '../core/storage/storedKeys.ts'
import { contextOf } from '../core/kit/context.ts'

/**
 * Follows the stored transactions when a wallet has connected, or when the kit begins to restore
 * the connections of an earlier visit.
 */
export function resumeAfter(kit: Kit, { type }: SessionEvent): void {
  if (type === 'connected' || type === 'reconnectStarted') resumeTransactions(kit)
  if (type === 'connected' || type === 'reconnectEnded') resumeBatches(kit)
}

/**
 * Follows the batches of calls of an earlier visit, of which only the wallet knows the
 * transactions. The code is loaded only if the storage contains batches.
 */
function resumeBatches(kit: Kit): void {
  if (contextOf(kit).storage.raw.getItem(keyName('call-batches')) === null) return
  import('./transactions/followCalls.lazy.ts').then(
    ({ resumeCalls }) => resumeCalls(kit),
    () => {},
  ) // after a failure, the next connection loads the code again
}

/**
 * Follows the transactions of an earlier visit or another tab. The code is loaded only if the
 * storage contains transactions.
 */
export function resumeTransactions(kit: Kit): void {
  if (contextOf(kit).storage.raw.getItem(keyName('pending-transactions')) === null) {
    // another tab has removed them
    if (kit.getState().pending) kit.store.setState({ pending: undefined })
    return
  }
  import('./transactions/storeTransaction.lazy.ts').then(
    ({ resume }) => resume(kit),
    () => {},
  ) // after a failure, the next call loads the code again
}
