import * as times from '@latchkey/protocol/times'
import { kitError } from '../../core/errors.ts'
import { facetOf } from '../../core/facetOf.ts'
import { KitError } from '../../core/KitError.ts'
import type { Kit } from '../../core/kit.ts'
import type { PendingTransaction } from '../../core/pendingTransactions.ts'

type Options = { /** At least so many blocks. */ confirmations: number; signal: AbortSignal }

/**
 * Resolves when a transaction has ended and, if it is in a block, so many blocks have confirmed it.
 * `ended` resolves when it is not pending any more, also again after a reorganisation of the chain.
 * A node that does not answer is asked again until the signal fires. @throws KitError
 * actionNotAllowed where the chain counts no confirmations
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
      return 0 // asked again
    })
    if (count === 'final' || count >= confirmations) return transaction
    await pause(kit, signal)
  }
}

/** Waits until it is worth asking again. @throws KitError requestAborted */
function pause({ context: { clock } }: Kit, signal: AbortSignal): Promise<void> {
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
