import type { AccountId } from '@latchkey/protocol/caip'
import { useEffect } from 'react'
import { useKit } from '../../hooks/useKit.ts'

/**
 * Reads the account's data again when a new block changes it, while the account screen is shown and
 * the page is visible.
 */
export function useWatch(accountId: AccountId | undefined): void {
  const kit = useKit()
  useEffect(() => {
    if (!accountId) return
    let stop: (() => void) | undefined
    let isCancelled = false
    void import('../../../domains/balances/watchAccount.lazy.ts').then(
      ({ watchAccount }) => {
        if (!isCancelled) stop = watchAccount(kit, accountId)
      },
      () => {}, // if the code fails to load, the data is read again every 30 s
    )
    return () => {
      isCancelled = true
      stop?.()
    }
  }, [kit, accountId])
}
