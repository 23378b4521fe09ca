import type { PackedUserOperation } from '@latchkey/protocol/smartAccounts/userOperation'
import { sponsorshipBytes } from '@latchkey/protocol/smartAccounts/sponsorship'
import { handleOpsData } from './entryPoint.ts'
import type { Hex } from './operationChain.ts'

/**
 * Units of gas of a transaction with one operation that EntryPoint does not count.
 * - `transaction`: of every transaction; `zero`, `other`: of a byte of its data (EIP-2028)
 * - `floor`: how much more a byte costs where the data are more expensive than the execution, in
 *   units of a zero byte (EIP-7623)
 * - `authorization`: of an authorisation for a new account (EIP-7702)
 * - `operation`: of EntryPoint's own work, measured; `smartAccounts.test.ts` checks it
 */
const costs = {
  transaction: 21_000n,
  zero: 4n,
  other: 16n,
  floor: 6n,
  authorization: 25_000n,
  operation: 20_000n,
}

/** The least gas that EntryPoint counts for an operation of ours, besides the calls. */
const leastCounted = 30_000n

/** Gas of all operations of one bundle, at most. EIP-7825 allows 2^24 for a transaction. */
export const maxBundleGas = 15_000_000n
/** The sentence about {@link maxOperationGas}. */
export const tooMuchGas = 'All limits of gas together may be 10000000'
/** Gas of one operation, at most: all limits together of what is executed. */
export const maxOperationGas = 10_000_000n
/**
 * How much of `preVerificationGas` counts for a transaction's limit, at most. On some rollups it is
 * higher, because it stands for a fee that is not gas.
 */
const maxDataGas = 4_000_000n

/**
 * The gas limits of the validation, whose code is known. They are about twice of what is used.
 * `payment`: for the deposit of an account that pays itself. `word`: for 32 bytes of call data, which
 * are hashed several times.
 */
const validation = { account: 75_000n, payment: 50_000n, paymaster: 60_000n, word: 60n }

const wordsOf = (data: Hex): bigint => BigInt(Math.ceil((data.length - 2) / 64))

/** The limit of gas for the validation by the account. */
export const accountValidationGas = (callData: Hex, isSponsored: boolean): bigint =>
  validation.account + (isSponsored ? 0n : validation.payment) + validation.word * wordsOf(callData)

/** The limit of gas for the validation by our paymaster. */
export const paymasterValidationGas = (callData: Hex): bigint =>
  validation.paymaster + validation.word * wordsOf(callData)

/**
 * The gas that an operation has to pay for besides what EntryPoint counts, so that its transaction
 * costs the executor nothing.
 */
export function requiredPreVerificationGas(
  operation: PackedUserOperation,
  hasAuthorization: boolean,
): bigint {
  const data = Buffer.from(handleOpsData([operation], operation.sender).slice(2), 'hex')
  const zeros = BigInt(data.filter((byte) => byte === 0).length)
  const others = BigInt(data.length) - zeros
  const above = costs.floor * (zeros + 4n * others) - leastCounted
  return (
    costs.transaction +
    costs.zero * zeros +
    costs.other * others +
    (above > 0n ? above : 0n) +
    (hasAuthorization ? costs.authorization : 0n) +
    costs.operation
  )
}

/** Bytes of a signature of an account, and of our paymaster's data, that cost the most. */
export const stubSignature: Hex = `0x${'fe'.repeat(65)}`
export const stubSponsorship: Hex = `0x${'fe'.repeat(sponsorshipBytes)}`

/** The limits of an operation. */
export type GasLimits = {
  callGasLimit: bigint
  verificationGasLimit: bigint
  preVerificationGas: bigint
  paymasterVerificationGasLimit: bigint
  paymasterPostOpGasLimit: bigint
}

/** The sum of the limits of what is executed. */
export const executedGas = (limits: GasLimits): bigint =>
  limits.callGasLimit +
  limits.verificationGasLimit +
  limits.paymasterVerificationGasLimit +
  limits.paymasterPostOpGasLimit

/** The sum of all limits: EntryPoint charges at most this. */
export const totalGas = (limits: GasLimits): bigint =>
  executedGas(limits) + limits.preVerificationGas

/**
 * The gas limit of a transaction with operations. EntryPoint passes on 63 of 64 parts, and demands
 * some gas for itself.
 */
export const bundleGas = (operations: readonly GasLimits[]): bigint =>
  operations.reduce((sum, limits) => {
    const { preVerificationGas: before } = limits
    const data = before < maxDataGas ? before : maxDataGas
    return sum + (executedGas(limits) * 65n) / 63n + data + 30_000n
  }, 60_000n)
