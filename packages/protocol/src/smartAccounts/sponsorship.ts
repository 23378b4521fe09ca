/** What a paymaster of ours signs to pay for an operation. `devnet/contracts/SponsorPaymaster.sol` */
import type { Hex } from '../evmSignature/hex.ts'
import { digitsOf } from '../evmSignature/hex.ts'
import { entryPoint } from './contracts.ts'
import type { PackedUserOperation } from './userOperation.ts'

/** When a sponsorship counts: the first and the last second, since 1970. */
export type SponsorshipTimes = { validAfter: number; validUntil: number }

/** The bytes of a paymaster's address and its two limits of gas, before its data. ERC-4337 */
const headBytes = 52

/** The bytes of the data of our paymaster: two times of six bytes, and a signature. */
export const sponsorshipBytes = 6 + 6 + 65

/** Writes the data of our paymaster. */
export const sponsorshipData = (
  { validAfter, validUntil }: SponsorshipTimes,
  signature: Hex,
): Hex => `0x${digitsOf(validUntil, 6)}${digitsOf(validAfter, 6)}${signature.slice(2)}`

/** Reads the times from the data of our paymaster. Undefined if it has another length. */
export function readSponsorshipTimes(data: Hex): SponsorshipTimes | undefined {
  if (data.length !== 2 + 2 * sponsorshipBytes) return undefined
  const time = (byte: number) => Number.parseInt(data.slice(2 + 2 * byte, 2 + 2 * (byte + 6)), 16)
  return { validUntil: time(0), validAfter: time(6) }
}

const types = {
  Sponsorship: [
    { name: 'sender', type: 'address' },
    { name: 'nonce', type: 'uint256' },
    { name: 'initCode', type: 'bytes' },
    { name: 'callData', type: 'bytes' },
    { name: 'accountGasLimits', type: 'bytes32' },
    { name: 'paymasterGasLimits', type: 'bytes32' },
    { name: 'preVerificationGas', type: 'uint256' },
    { name: 'gasFees', type: 'bytes32' },
    { name: 'entryPoint', type: 'address' },
    { name: 'validUntil', type: 'uint48' },
    { name: 'validAfter', type: 'uint48' },
  ],
} as const

/**
 * Returns the typed data that the signer of our paymaster signs. It has all fields of the operation
 * except for its signature, and names the paymaster, the chain and EntryPoint. EIP-712
 * @param operation the operation with the paymaster's address and limits; its data is not read
 */
export const sponsorshipTypedData = (
  operation: PackedUserOperation,
  { validAfter, validUntil }: SponsorshipTimes,
  chainId: number,
) => {
  const { sender, nonce, initCode, callData, accountGasLimits, preVerificationGas, gasFees } =
    operation
  const head = operation.paymasterAndData.slice(2, 2 + 2 * headBytes)
  const paymaster: Hex = `0x${head.slice(0, 40)}`
  const paymasterGasLimits: Hex = `0x${head.slice(40)}`
  return {
    domain: { name: 'LatchkeySponsor', version: '1', chainId, verifyingContract: paymaster },
    types,
    primaryType: 'Sponsorship',
    message: {
      sender,
      nonce,
      initCode,
      callData,
      accountGasLimits,
      paymasterGasLimits,
      preVerificationGas,
      gasFees,
      entryPoint,
      validUntil,
      validAfter,
    },
  } as const
}
