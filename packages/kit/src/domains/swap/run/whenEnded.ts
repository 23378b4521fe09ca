import { isSameTransactionHash } from '@latchkey/protocol/transactionHash'
import * as times from '@latchkey/protocol/times'
import { kitError } from '../../../core/errors/errors.ts'
import type { Kit } from '../../../core/kit/kit.ts'
import type { PendingTransaction } from '../../../core/transactions/pendingTransactions.ts'
import { withLimit } from '../../../core/errors/withLimit.ts'
import { contextOf } from '../../../core/kit/context.ts'

/**
 * Resolves once a transaction of this browser is no longer pending. Waits for at most a day.
 * @throws KitError requestAborted; httpTimeout after a day
 */
export function whenEnded(
  kit: Kit,
  hash: string,
  signal?: AbortSignal,
): Promise<PendingTransaction> {
  const ended = (limited: AbortSignal) =>
    new Promise<PendingTransaction>((resolve) => {
      const check = () => {
        const own = kit
          .getState()
          .pending?.find((transaction) => isSameTransactionHash(transaction.hash, hash))
        if (!own || own.status === 'pending') return
        stop()
        resolve(own)
      }
      const stop = kit.subscribe(check)
      limited.addEventListener('abort', stop, { once: true })
      check()
    })
  return withLimit(ended, {
    ms: times.swapBegun,
    clock: contextOf(kit).clock,
    signal,
    onTimeout: () => kitError('httpTimeout'),
  })
}
