/** User operations of EntryPoint 0.7, packed as the contracts take them. ERC-4337 */
import type { Hex } from '../evmSignature/hex.ts'
import { entryPoint, smartAccountContracts } from './contracts.ts'
import type { Domain } from './typedData.ts'
import { hashOfDigits, wordOf } from './words.ts'

/** A user operation as EntryPoint's functions take it. */
export type PackedUserOperation = {
  sender: Hex
  /** 192 bits of a key, and 64 bits that count the operations of this key. */
  nonce: bigint
  /** The factory and its call. Empty for our accounts, which exist already. */
  initCode: Hex
  callData: Hex
  /** Two numbers of 128 bits: gas for the validation, gas for the calls. */
  accountGasLimits: Hex
  /** Gas for what no code counts: call data, and an authorisation (EIP-7702). */
  preVerificationGas: bigint
  /** Two numbers of 128 bits, in wei: `maxPriorityFeePerGas`, `maxFeePerGas`. */
  gasFees: Hex
  /** Address, two limits of gas of 128 bits each, and data of the paymaster. Empty without one. */
  paymasterAndData: Hex
  signature: Hex
}

/** The fields of an operation as a bundler's JSON has them, as numbers. ERC-7769 */
export type UserOperationFields = {
  sender: Hex
  nonce: bigint
  callData: Hex
  callGasLimit: bigint
  verificationGasLimit: bigint
  preVerificationGas: bigint
  maxFeePerGas: bigint
  maxPriorityFeePerGas: bigint
  signature: Hex
  /** The paymaster, if one pays. */
  sponsor?: PaymasterFields | undefined
}

/** The paymaster's part of an operation. */
export type PaymasterFields = {
  paymaster: Hex
  paymasterVerificationGasLimit: bigint
  paymasterPostOpGasLimit: bigint
  paymasterData: Hex
}

/**
 * Packs an operation of an account without a factory.
 * @throws RangeError if a limit or a fee does not fit in 128 bits
 */
export function packUserOperation({
  sponsor,
  ...fields
}: UserOperationFields): PackedUserOperation {
  const { sender, nonce, callData, preVerificationGas, signature } = fields
  return {
    sender,
    nonce,
    initCode: '0x',
    callData,
    accountGasLimits: twoHalves(fields.verificationGasLimit, fields.callGasLimit),
    preVerificationGas,
    gasFees: twoHalves(fields.maxPriorityFeePerGas, fields.maxFeePerGas),
    paymasterAndData: sponsor ? packPaymaster(sponsor) : '0x',
    signature,
  }
}

/** Packs the paymaster's part. */
function packPaymaster(fields: PaymasterFields): Hex {
  const { paymasterVerificationGasLimit, paymasterPostOpGasLimit } = fields
  const limits = twoHalves(paymasterVerificationGasLimit, paymasterPostOpGasLimit)
  return `0x${fields.paymaster.slice(2)}${limits.slice(2)}${fields.paymasterData.slice(2)}`
}

/** Writes two numbers of 128 bits into a word. */
export function twoHalves(first: bigint, second: bigint): Hex {
  const limit = 1n << 128n
  if (first >= limit || second >= limit) throw new RangeError('not a number of 128 bits')
  return `0x${wordOf((first << 128n) | second)}`
}

/**
 * Returns the hash by which EntryPoint and bundlers name an operation: `getUserOpHash`. It does not
 * depend on the signature. An account of ours signs {@link userOperationTypedData} instead.
 */
export function userOperationHash(operation: PackedUserOperation, chainId: number): Hex {
  const hashed = hashOfDigits(
    wordOf(operation.sender) +
      wordOf(operation.nonce) +
      hashOfDigits(operation.initCode.slice(2)) +
      hashOfDigits(operation.callData.slice(2)) +
      operation.accountGasLimits.slice(2) +
      wordOf(operation.preVerificationGas) +
      operation.gasFees.slice(2) +
      hashOfDigits(operation.paymasterAndData.slice(2)),
  )
  return `0x${hashOfDigits(hashed + wordOf(entryPoint) + wordOf(chainId))}`
}

/** The domain of a smart account's own typed data. The contract is the account itself. EIP-712 */
export const accountDomain = (account: Hex, chainId: number): Domain => ({
  name: smartAccountContracts.delegator.ownWords.name,
  version: '1',
  chainId,
  verifyingContract: account,
})

/** The types of {@link userOperationTypedData}. */
const types = {
  PackedUserOperation: [
    { name: 'sender', type: 'address' },
    { name: 'nonce', type: 'uint256' },
    { name: 'initCode', type: 'bytes' },
    { name: 'callData', type: 'bytes' },
    { name: 'accountGasLimits', type: 'bytes32' },
    { name: 'preVerificationGas', type: 'uint256' },
    { name: 'gasFees', type: 'bytes32' },
    { name: 'paymasterAndData', type: 'bytes' },
    { name: 'entryPoint', type: 'address' },
  ],
} as const

/**
 * Returns the typed data that the key of an account signs to allow an operation, as the function
 * `validateUserOp` of the delegator's code reads it. It names the account, the chain and EntryPoint.
 * EIP-712
 */
export const userOperationTypedData = (operation: PackedUserOperation, chainId: number) => {
  const { signature: _, ...message } = operation
  return {
    domain: accountDomain(operation.sender, chainId),
    types,
    primaryType: 'PackedUserOperation',
    message: { ...message, entryPoint },
  } as const
}
