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

/** The end of an account's operation. `fee`: what the account itself paid, in wei. */
export type OperationEnd = { hasSucceeded: boolean; fee: bigint | undefined }

/**
 * Reads the end of an account's operation from a log of an EntryPoint. Undefined for any other log,
 * and for operations of other accounts. ERC-4337
 */
export function operationEndIn(log: unknown, account: string): OperationEnd | undefined {
  const { address, topics, data } = partsOf(log)
  const { 0: topic, 2: sender, 3: paymaster } = partsOf(topics)
  const isOperation =
    typeof address === 'string' &&
    typeof data === 'string' &&
    topic === operationEnded &&
    entryPoints.some((entryPoint) => isSameAddress(entryPoint, address)) &&
    typeof sender === 'string' &&
    isSameAddress(`0x${sender.slice(-40)}`, account)
  if (!isOperation) return undefined
  const cost = /^0x.{128}([0-9a-f]{64})/i.exec(data)?.[1]
  const isSponsored = typeof paymaster === 'string' && /^0x.*[1-9a-f]/i.test(paymaster)
  return {
    hasSucceeded: !/^0x.{64}0{64}/.test(data),
    fee: isSponsored ? 0n : cost === undefined ? undefined : BigInt(`0x${cost}`),
  }
}

/** The fee that an account paid for its operations in a transaction; undefined without one. */
export function operationFeeOf(logs: unknown, account: string): bigint | undefined {
  const fees = (Array.isArray(logs) ? logs : []).flatMap(
    (log) => operationEndIn(log, account)?.fee ?? [],
  )
  return fees.length > 0 ? fees.reduce((sum, fee) => sum + fee, 0n) : undefined
}
