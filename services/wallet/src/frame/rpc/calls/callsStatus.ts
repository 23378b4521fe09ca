import { fault } from '../../bridge/Fault.ts'
import { findOperation } from '../../smartAccount/findOperation.ts'
import { requireAccount } from '../requireAccount.ts'
import { readConnected } from '../../wallet/consent.ts'
import { findNetwork } from '../../wallet/network.ts'
import { toQuantity } from '../hex.ts'
import { findBundle } from './bundles.ts'
import type { Bundle } from './bundles.ts'
import { receiptOf, stepBundle } from './runBundle.ts'
import type { Receipt } from './runBundle.ts'
import type { SigningCall } from '../signingCall.ts'

/** The status of a batch as a site gets it. EIP-5792 */
export type CallsStatus = {
  version: '2.0.0'
  id: string
  chainId: string
  status: number
  /** Whether all calls have their effect, or none. */
  atomic: boolean
  receipts: readonly Receipt[]
}

/**
 * Returns the status of a batch. If the batch is pending, sends its next transaction. EIP-5792.
 * `wallet_getCallsStatus` [id]
 * @throws Fault 5730 for an unknown id, 4100 when the visitor is not logged in on the site
 */
export async function callsStatus({ wallet, params }: SigningCall): Promise<CallsStatus> {
  const [id]: readonly unknown[] = Array.isArray(params) ? params : []
  if (typeof id !== 'string') throw fault('invalidParams')
  await requireAccount(wallet, 'eip155', (await readConnected(wallet))?.addresses.eip155)
  const bundle =
    (await stepBundle(wallet, id).catch(() => undefined)) ?? (await findBundle(wallet, id))
  const network = bundle && findNetwork(wallet.settings, bundle.networkId)
  if (!bundle || !network) throw fault('callsUnknown')
  const receipts = (
    bundle.operation
      ? [await findOperation(wallet, network, bundle.operation)]
      : await Promise.all(bundle.hashes.map((hash) => receiptOf(wallet, network, hash)))
  ).filter((receipt) => receipt !== undefined)
  return {
    version: '2.0.0',
    id,
    chainId: toQuantity(BigInt(network.reference)),
    status: statusOf(bundle, receipts),
    atomic: bundle.smart !== undefined || bundle.operation !== undefined,
    receipts,
  }
}

/**
 * 100: pending, 200: done, 400: nothing was sent and nothing will be, 500: everything sent
 * failed, 600: a part failed.
 */
function statusOf(
  { status, transactions, operation, hashes }: Bundle,
  receipts: readonly Receipt[],
): number {
  const succeeded = receipts.filter(({ status: outcome }) => outcome === '0x1').length
  if (succeeded === (operation ? 1 : transactions.length)) return 200
  if (status === 'open') return 100
  // an operation was in a block that the network has dropped
  if (operation && receipts.length === 0 && hashes.length > 0) return 100
  if (receipts.length === 0) return 400
  return succeeded === 0 ? 500 : 600
}
