import { digitsOf } from './hex.ts'
import type { Hex } from './hex.ts'

/**
 * Two calls: `to` with `data` prepares an account, for example deploys it; `call` then asks the
 * account to check a signature.
 */
type PreparedCall = {
  account: Hex
  to: Hex
  data: Hex
  call: Hex
  /** Whether `call` runs even if the preparing call fails. */
  mayFail: boolean
}

/**
 * Returns the data of the call `isValidSignature(bytes32 hash, bytes signature)`. ERC-1271
 * @param hash without `0x`
 */
export function signatureCall(hash: string, signature: Hex): Hex {
  const bytes = signature.slice(2)
  const filled = bytes.padEnd(64 * Math.ceil(bytes.length / 64), '0')
  return `0x1626ba7e${hash}${digitsOf(64, 32)}${digitsOf(bytes.length / 2, 32)}${filled}`
}

/**
 * Whether the answer of `isValidSignature` accepts the signature. That is its magic value of four
 * bytes, padded with zeros to a word. ERC-1271
 */
export const isValidAnswer = (answer: unknown): boolean =>
  typeof answer === 'string' && answer.toLowerCase() === `0x1626ba7e${'0'.repeat(56)}`

/**
 * Returns the code of a contract that runs both calls and returns the account's answer, if it is
 * one word. The data of both calls follows the code. Nothing is sent: a node runs the code in
 * `eth_call`. ERC-6492
 */
export function preparedCallCode({ account, to, data, call, mayFail }: PreparedCall): Hex {
  const [size, callSize] = [(data.length - 2) / 2, (call.length - 2) / 2]
  const short = (value: number) => `60${digitsOf(value, 1)}`
  const long = (value: number) => `62${digitsOf(value, 3)}`
  const address = (value: Hex) => `73${value.slice(2)}`
  const zero = short(0)
  const codeOf = (length: number): string => {
    const orFail = `15${long(length - 6)}57` // ISZERO, JUMPI: after a failure, jump to the REVERT
    return [
      long(size + callSize),
      long(length),
      zero,
      '39', // CODECOPY: the data of both calls
      zero,
      zero,
      long(size),
      zero,
      zero,
      address(to),
      '5af1',
      mayFail ? '50' : orFail, // CALL
      address(account),
      '3b',
      orFail, // EXTCODESIZE
      zero,
      zero,
      long(callSize),
      long(size),
      address(account),
      '5afa',
      orFail, // STATICCALL
      short(32),
      '3d14',
      orFail, // RETURNDATASIZE, EQ
      short(32),
      zero,
      zero,
      '3e',
      short(32),
      zero,
      'f3', // RETURNDATACOPY, RETURN
      '5b',
      zero,
      zero,
      'fd', // JUMPDEST, REVERT
    ].join('')
  }
  return `0x${codeOf(codeOf(6).length / 2)}${data.slice(2)}${call.slice(2)}`
}
