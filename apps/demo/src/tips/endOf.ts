import type { Kit, PendingTransaction } from 'latchkey'

/** Resolves to the transaction once the kit knows its outcome. @throws the signal's reason */
export function endOf(kit: Kit, hash: string, signal: AbortSignal): Promise<PendingTransaction> {
  return new Promise((resolve, reject) => {
    const check = () => {
      const found = kit
        .getState()
        .pending?.find((one) => one.hash === hash && one.status !== 'pending')
      if (!found) return
      unsubscribe()
      resolve(found)
    }
    const unsubscribe = kit.subscribe(check)
    signal.addEventListener('abort', () => (unsubscribe(), reject(signal.reason as Error)), {
      once: true,
    })
    check()
  })
}
