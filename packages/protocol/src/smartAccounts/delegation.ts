/** The code of an address that has delegated to a contract. EIP-7702 */
import { isEvmAddress } from '../chains/evm.ts'
import type { Hex } from '../evmSignature/hex.ts'
import { delegator } from './contracts.ts'

/** The first bytes of such a code. No deployed contract begins with them (EIP-3541). */
const designatorPrefix = '0xef0100'

/** Returns the code of an address that has delegated to a contract. */
export const writeDesignator = (contract: Hex): Hex =>
  `${designatorPrefix}${contract.slice(2).toLowerCase()}`

/**
 * Reads the contract to which an address has delegated, in lower case. Undefined for any other
 * code.
 * @param code the answer of `eth_getCode`
 */
export function readDesignator(code: unknown): Hex | undefined {
  if (typeof code !== 'string' || code.length !== designatorPrefix.length + 40) return undefined
  const address = `0x${code.slice(designatorPrefix.length).toLowerCase()}`
  const isDesignator = code.toLowerCase().startsWith(designatorPrefix) && isEvmAddress(address)
  return isDesignator ? address : undefined
}

/**
 * Whether an address has become a smart account of ours.
 * @param code the answer of `eth_getCode`
 */
export const isSmartAccountCode = (code: unknown): boolean =>
  readDesignator(code) === delegator.toLowerCase()
