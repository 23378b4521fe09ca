import { useEffect } from 'react'
import { useKit } from '../hooks/useKit.ts'

/**
 * Marks a transaction as shown on this screen, so that no toast reports its outcome as well. `hash`
 * is undefined until the transaction is sent.
 */
export function useWatchTransaction(hash: string | undefined): void {
  const kit = useKit()
  useEffect(() => {
    if (hash === undefined) return
    let stop = () => {}
    let isCancelled = false
    // an error is ignored: a toast then also reports the outcome, which is harmless
    import('../../core/transactions/watchTransaction.lazy.ts').then(
      ({ watchTransaction }) => isCancelled || (stop = watchTransaction(kit, hash)),
      () => {},
    )
    return () => {
      isCancelled = true
      stop()
    }
  }, [kit, hash])
}
