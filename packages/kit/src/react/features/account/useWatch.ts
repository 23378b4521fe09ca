import type { AccountId } from '@latchkey/protocol/caip'
import { useEffect } from 'react'
import { useKit } from '../../hooks/useKit.ts'

/** Has what is shown of an account read again when a block brings it something, while the screen is there and the page is looked at. */
export function useWatch(accountId: AccountId | undefined): void {
  const kit = useKit()
  useEffect(() => {
    if (!accountId) return
    let stop: (() => void) | undefined
    let isGone = false
    void import('../../../balances/watch/watchAccount.ts').then(
      ({ watchAccount }) => {
        if (!isGone) stop = watchAccount(kit, accountId)
      },
      () => {}, // without it what is shown is asked for every 30 s
    )
    return () => {
      isGone = true
      stop?.()
    }
  }, [kit, accountId])
}
