import { useEffect } from 'react'
import { useKit } from '../hooks/useKit.ts'

/**
 * Marks a sent transaction as shown on this screen, so that no toast also reports its outcome.
 * Undefined while there is none.
 */
export function useWatchTransaction(hash: string | undefined): void {
  const kit = useKit()
  useEffect(() => {
    if (hash === undefined) return
    let stop = () => {}
    let isCancelled = false
    // if it fails, a toast reports the outcome as well, which is harmless
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
