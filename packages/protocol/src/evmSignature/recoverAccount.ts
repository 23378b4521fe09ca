import { keccak_256 } from '@noble/hashes/sha3.js'
import { fromHex, toHex } from '../hex.ts'
import type { Hex } from './hex.ts'

/**
 * Recovers the public key that has signed a hash: 65 bytes, of which the first is 4. It may throw
 * an error.
 * @param compact `r` and `s`
 * @param recovery which of the possible keys
 */
export type RecoverKey = (hash: Uint8Array, compact: Uint8Array, recovery: 0 | 1) => Uint8Array

/**
 * Half the order of secp256k1. For every signature with a larger `s` there is another one with a
 * smaller `s`. EIP-2
 */
const half = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n

/**
 * The parity of the key for each `v`. Wallets write 27 and 28; older Ledger wallets write 0 and 1.
 */
const recoveries = new Map<string, 0 | 1>([
  ['1b', 0],
  ['1c', 1],
  ['00', 0],
  ['01', 1],
])

/**
 * Returns the account whose key has signed a hash, in lower case. It returns undefined for an
 * invalid signature: not 65 bytes, the larger `s`, or another `v`. So a signature has only one
 * spelling, apart from its `v`. The compact form of EIP-2098 is refused, because `personal_sign`
 * never returns it.
 */
export function recoverAccount(
  hash: Uint8Array,
  signature: Hex,
  recover: RecoverKey,
): Hex | undefined {
  const digits = signature.slice(2).toLowerCase()
  const recovery = digits.length === 130 ? recoveries.get(digits.slice(128)) : undefined
  if (recovery === undefined || BigInt(`0x${digits.slice(64, 128)}`) > half) return undefined
  try {
    const key = recover(hash, fromHex(digits.slice(0, 128)), recovery)
    return `0x${toHex(keccak_256(key.slice(1)).slice(-20))}`
  } catch {
    return undefined // the signature gives no point of the curve
  }
}
