import { addressKey } from '@latchkey/protocol/address'
import { entryPoint } from '@latchkey/protocol/smartAccounts/contracts'
import type { Hex } from '../../../chainIndex/chainIndex.ts'
import type { Log } from './wire.ts'

/** EntryPoint 0.7, as the index stores addresses. */
// the key of an address of eip155 is hex
export const entryPointKey = addressKey(entryPoint) as Hex

/**
 * UserOperationEvent(bytes32 indexed userOpHash, address indexed sender, address indexed paymaster,
 * uint256 nonce, bool success, uint256 actualGasCost, uint256 actualGasUsed). ERC-4337
 */
const operationEnded = '0x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f'

/**
 * The end of an operation in a bundle. `isSponsored`: a paymaster paid. `cost`: in wei. A failed
 * operation has no effect, though the bundler's transaction succeeds.
 */
export type OperationEnd = {
  account: Hex
  isSponsored: boolean
  nonce: bigint
  succeeded: boolean
  cost: bigint
}

/** Reads the end of an operation from a log; undefined for any other log. */
export function readOperationEvent({ address, topics, data }: Log): OperationEnd | undefined {
  if (address !== entryPointKey || topics[0] !== operationEnded) return undefined
  const [account, paymaster] = [topics[2], topics[3]].map(addressIn)
  if (topics.length !== 4 || !account || !paymaster || data.length !== 2 + 4 * 64) return undefined
  return {
    account,
    isSponsored: /[1-9a-f]/.test(paymaster.slice(2)),
    nonce: word(data, 0),
    succeeded: word(data, 1) === 1n,
    cost: word(data, 2),
  }
}

/** The address in a word: the last 20 bytes. Undefined if the bytes before are not zero. */
const addressIn = (word: Hex | undefined): Hex | undefined =>
  word?.startsWith(`0x${'0'.repeat(24)}`) ? `0x${word.slice(26)}` : undefined

const word = (data: Hex, index: number): bigint =>
  BigInt(`0x${data.slice(2 + 64 * index, 66 + 64 * index)}`)
