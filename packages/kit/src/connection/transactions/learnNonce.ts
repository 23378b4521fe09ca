import { adapterOf } from '../../core/adapterOf.ts'
import type { Kit } from '../../core/kit.ts'
import { changePending } from '../../core/pendingTransactions.ts'
import type { PendingTransaction } from '../../core/pendingTransactions.ts'
import { isSame } from '../../core/sameTransaction.ts'
import { partsOf, toNumber } from './lookAt.ts'

/** Asks at once for the nonce of what was sent just now: when its place is taken, the node knows nothing of it any more. */
export async function learnNonce(kit: Kit, { networkId, hash }: Pick<PendingTransaction, 'networkId' | 'hash'>): Promise<void> {
  const known = kit.context.networks.find((one) => one.networkId === networkId)
  if (known?.namespace !== 'eip155') return
  try {
    const parts = partsOf(await adapterOf(kit, 'eip155').request({ method: 'eth_getTransactionByHash', params: [hash], networkId }))
    if (!parts) return
    const nonce = toNumber(parts['nonce'])
    changePending(kit, (pending) => pending.map((one) => (isSame(one, { networkId, hash }) ? { ...one, nonce } : one)))
  } catch {
    // whoever follows it learns it later
  }
}
