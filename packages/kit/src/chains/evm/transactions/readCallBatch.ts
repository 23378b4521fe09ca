import { formatAccountId, parseAccountId } from '@latchkey/protocol/caip'
import type { CallBatch, CallBatchState } from '../../../core/contracts/facets/transactions.ts'
import { kitError } from '../../../core/errors/errors.ts'
import type { Kit } from '../../../core/kit/kit.ts'
import { walletOf } from '../assets/readAssetDiscovery.ts'
import { readCallsStatus } from './readCallsStatus.ts'

/**
 * Reads the state of a batch from its wallet. A phone gets no request, because it would wake the
 * phone. EIP-5792, wallet_getCallsStatus
 * @throws the wallet's errors; KitError walletTimeout, answerInvalid
 */
export async function readCallBatch(
  kit: Kit,
  { id, networkId, address, count }: CallBatch,
): Promise<CallBatchState | undefined> {
  const wallet = walletOf(kit, parseAccountId(formatAccountId(networkId, address)))
  if (!wallet) return undefined
  const { status, hashes } = readCallsStatus(
    await wallet.request('wallet_getCallsStatus', [id]),
    count,
  )
  if (status === undefined) throw kitError('answerInvalid')
  return status < 200 ? { kind: 'waiting' } : { kind: 'ended', hashes }
}
