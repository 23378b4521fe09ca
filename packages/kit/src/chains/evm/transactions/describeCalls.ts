import { isEvmAddress } from '@latchkey/protocol/chains/evm'
import { partsOf } from '@latchkey/protocol/isObject'
import type { Network } from '../../../core/contracts/network.ts'
import type { TransactionDescription } from '../../../core/transactions/pendingTransactions.ts'
import { readSafely } from '../provider/provider.ts'
import { isQuantity } from '../provider/quantity.ts'
import { describeTransaction } from './describeTransaction.ts'

/** The most calls that are described one by one. */
const maxCalls = 50

/**
 * Describes the calls of a batch: each call, and all of them together. Together they are what they
 * do besides approvals: an approval and a transfer are a transfer.
 */
export function describeCalls(
  calls: readonly unknown[],
  network: Network | undefined,
): { each: readonly TransactionDescription[]; together: TransactionDescription } {
  const each = calls
    .slice(0, maxCalls)
    .map((call) => readSafely(() => describeCall(call, network), unknown))
  return { each, together: joined(each) }
}

const unknown: TransactionDescription = { operationType: 'execute' }

function describeCall(call: unknown, network: Network | undefined): TransactionDescription {
  const { to, value, data } = partsOf(call)
  if (!isEvmAddress(to)) return unknown
  if (isApproval(data)) return { operationType: 'approve', sentTo: to }
  return describeTransaction(
    { to, ...(isQuantity(value) && { value: BigInt(value) }), ...(isHex(data) && { data }) },
    network,
  )
}

function joined(each: readonly TransactionDescription[]): TransactionDescription {
  const effects = each.filter(({ operationType }) => operationType !== 'approve')
  const [first = each[0] ?? unknown, ...others] = effects
  if (others.length === 0) return first
  const isEqual = (part: 'operationType' | 'sentTo') =>
    others.every((other) => other[part] === first[part])
  const transfers = effects.flatMap((effect) => effect.transfers ?? [])
  return {
    operationType: isEqual('operationType') ? first.operationType : 'execute',
    ...(isEqual('sentTo') && first.sentTo !== undefined && { sentTo: first.sentTo }),
    ...(transfers.length > 0 && { transfers }),
  }
}

/** Whether the data calls `approve(address,uint256)`. ERC-20 */
const isApproval = (data: unknown) => isHex(data) && /^0x095ea7b3.{128}$/i.test(data)

const isHex = (value: unknown): value is `0x${string}` =>
  typeof value === 'string' && /^0x[0-9a-f]*$/i.test(value)
