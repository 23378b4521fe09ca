import { isSameAddress } from '@latchkey/protocol/address'
import { partsOf } from '@latchkey/protocol/isObject'

/**
 * The contracts EntryPoint 0.6 to 0.9 of ERC-4337, at the same addresses on every network. Logs of
 * other contracts are untrusted.
 */
const entryPoints: readonly string[] = [
  '0x5FF137D4b0FDCD49DcA30c7CF57E578a026d2789',
  '0x0000000071727De22E5E9d8BAf0edAc6f37da032',
  '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108',
  '0x433709009B8330FDa32311DF1C2AFA402eD8D009',
]
/**
 * UserOperationEvent(bytes32 userOpHash, address sender, address paymaster, uint256 nonce, bool
 * success, uint256 actualGasCost, uint256 actualGasUsed); the first three are topics.
 */
const operationEnded = '0x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f'
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
  const { 0: topic, 2: sender } = partsOf(topics)
  if (typeof address !== 'string' || typeof data !== 'string') return []
  if (isSameAddress(address, account))
    return topic === safeFailed ? ['failed'] : topic === safeDone ? ['done'] : []
  if (
    topic !== operationEnded ||
    !entryPoints.some((entryPoint) => isSameAddress(entryPoint, address))
  )
    return []
  if (typeof sender !== 'string' || !isSameAddress(`0x${sender.slice(-40)}`, account)) return []
  return [/^0x.{64}0{64}/.test(data) ? 'failed' : 'done']
}
