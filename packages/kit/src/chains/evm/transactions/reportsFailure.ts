import { isSameAddress } from '@latchkey/protocol/address'
import { partsOf } from '@latchkey/protocol/isObject'
import { operationEndIn } from './operationLogs.ts'

/** ExecutionFailure(bytes32 txHash, uint256 payment), of a Safe. */
const safeFailed = '0x23428b18acfb3ea64b08dc0c1d296ea9c09702c09083ca5272e64d115b687d23'
/** ExecutionSuccess(bytes32 txHash, uint256 payment), of a Safe. */
const safeDone = '0x442e715f626346e8c54381002da614f62bee8d27386535b2521ec8540898556e'

/**
 * Whether the logs of a mined transaction report that the account's operation in it failed, and no
 * log reports a success. A bundler, or the executor of a Safe's transaction, sends a transaction
 * that succeeds even if the account's operation inside it was reverted. Sources: ERC-4337; Safe 1.3
 * and 1.4, GnosisSafe.sol
 */
export function reportsFailure(logs: unknown, account: string): boolean {
  const outcomes = (Array.isArray(logs) ? logs : []).flatMap((log) => endOf(log, account))
  return outcomes.length > 0 && outcomes.every((end) => end === 'failed')
}

function endOf(log: unknown, account: string): readonly ('done' | 'failed')[] {
  const { address, topics, data } = partsOf(log)
  const { 0: topic } = partsOf(topics)
  if (typeof address !== 'string' || typeof data !== 'string') return []
  if (isSameAddress(address, account))
    return topic === safeFailed ? ['failed'] : topic === safeDone ? ['done'] : []
  const end = operationEndIn(log, account)
  return end ? [end.hasSucceeded ? 'done' : 'failed'] : []
}
