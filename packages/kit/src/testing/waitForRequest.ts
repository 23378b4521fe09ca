import * as times from '@latchkey/protocol/times'
import type { StoreApi } from 'zustand/vanilla'
import type { PendingRequest } from './consent.ts'
import type { WalletState } from './walletState.ts'

/**
 * Waits until there is an open request. Resolves to the oldest one.
 * @throws the signal's reason; a TimeoutError after `times.connectRequest`
 */
export function waitForRequest(
  store: StoreApi<WalletState>,
  signal?: AbortSignal,
): Promise<PendingRequest> {
  const limit = AbortSignal.timeout(times.connectRequest)
  const stop = signal ? AbortSignal.any([signal, limit]) : limit
  return new Promise((resolve, reject) => {
    const check = () => {
      const request = store.getState().pending[0]
      if (stop.aborted) reject(stop.reason)
      else if (request) resolve(request)
      else return
      unsubscribe()
      stop.removeEventListener('abort', check)
    }
    const unsubscribe = store.subscribe(check)
    stop.addEventListener('abort', check)
    check()
  })
}
