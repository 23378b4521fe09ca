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

/**
 * Why a tip was not paid as it was meant, in words. Undefined if a block has it. Only a transaction
 * that no block can include any more is said to be unsent: another one may still be paid.
 */
export function faultOf({
  status,
  isExpired,
}: Pick<PendingTransaction, 'status' | 'isExpired'>): string | undefined {
  if (status === 'mined' || status === 'failed') return undefined
  if (status === 'changed') return 'The wallet sent another transaction than this one.'
  if (status === 'replaced' || status === 'cancelled') return 'Another transaction took its place.'
  if (isExpired) return 'The network did not take it. Nothing was sent.'
  return 'The network does not show it. Look in your wallet before you send it again.'
}
