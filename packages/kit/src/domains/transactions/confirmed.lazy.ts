import * as times from '@latchkey/protocol/times'
import { kitError } from '../../core/errors/errors.ts'
import { facetOf } from '../../core/accounts/facetOf.ts'
import { KitError } from '../../core/errors/KitError.ts'
import type { Kit } from '../../core/kit/kit.ts'
import type { PendingTransaction } from '../../core/transactions/pendingTransactions.ts'
import { contextOf } from '../../core/kit/context.ts'

type Options = { /** The minimum number of blocks. */ confirmations: number; signal: AbortSignal }

/**
 * Resolves when a transaction has ended and, if it is in a block, has enough confirmations. A node
 * that does not answer is requested again until the signal aborts.
 * @param ended resolves when the transaction is no longer pending. It is called again after a chain
 *   reorganisation, which can make the transaction pending again.
 * @throws KitError actionNotAllowed if the chain has no confirmations
 */
export async function confirmed(
  kit: Kit,
  ended: () => Promise<PendingTransaction>,
  { confirmations, signal }: Options,
): Promise<PendingTransaction> {
  for (;;) {
    const transaction = await ended()
    const { networkId, hash, status } = transaction
    if (
      status === 'replaced' ||
      status === 'cancelled' ||
      status === 'dropped' ||
      status === 'unseen'
    )
      return transaction
    const { countConfirmations } = await facetOf(kit, networkId, 'transactions')
    if (!countConfirmations)
      throw kitError('actionNotAllowed', { details: 'This network counts no confirmations.' })
    const count = await countConfirmations({ networkId, hash, signal }).catch((error: unknown) => {
      if (KitError.is(error, 'requestAborted')) throw error
      return 0 // 0 is not enough, so the node is requested again after the pause
    })
    if (count === 'final' || count >= confirmations) return transaction
    await pause(kit, signal)
  }
}

/** Waits for the time between two requests. @throws KitError requestAborted */
function pause(kit: Kit, signal: AbortSignal): Promise<void> {
  const { clock } = contextOf(kit)
  return new Promise((resolve, reject) => {
    const onAbort = () => (cancel(), reject(kitError('requestAborted', { cause: signal.reason })))
    const cancel = clock.setTimeout(
      () => (signal.removeEventListener('abort', onAbort), resolve()),
      times.confirmations,
    )
    if (signal.aborted) onAbort()
    else signal.addEventListener('abort', onAbort, { once: true })
  })
}
