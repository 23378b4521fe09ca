import { waitForDevice } from '@latchkey/protocol/walletServer'
import { useEffect } from 'react'
import { askUntil } from '../../server/askUntil.ts'
import type { Wallet } from '../../wallet/Wallet.ts'

/** Waits, while it is active, until the mailed link for this browser is approved. */
export function useDeviceLink(
  wallet: Wallet,
  isActive: boolean,
  onApproved: () => void,
  onFail: (error: unknown) => void,
): void {
  useEffect(() => {
    if (!isActive) return
    const controller = new AbortController()
    const { signal } = controller
    askUntil(async () => {
      const answer = await wallet.server.call(
        waitForDevice,
        { origin: wallet.site.origin },
        { signal },
      )
      return answer.status === 'connected' ? true : undefined
    }, signal).then(onApproved, (error: unknown) => {
      if (!signal.aborted) onFail(error)
    })
    return () => controller.abort()
    // later renders pass handlers that do the same, so the effect ignores them
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isActive, wallet])
}
