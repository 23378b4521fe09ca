import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { blake2b } from '@noble/hashes/blake2.js'
import { verify as verifySr25519 } from '@scure/sr25519'
import { bytesOf, isSameBytes } from './bytes.ts'
import { keyTypes, signatureLength } from './extrinsic.ts'
import type { TypedSignature } from './extrinsic.ts'

/**
 * Reads a wallet's signature of a transaction: the byte of the key's type, and the signature.
 * Undefined for other values.
 */
export function readSignature(value: unknown): TypedSignature | undefined {
  const bytes = bytesOf(value, [65, 66])
  const keyType = keyTypes[bytes?.[0] ?? -1]
  return bytes && keyType && bytes.length === 1 + signatureLength[keyType]
    ? { keyType, bytes: bytes.slice(1) }
    : undefined
}

/**
 * Whether an account has signed these bytes.
 * @param account the 32 bytes of its address
 */
export function isSignedBy(
  account: Uint8Array,
  { keyType, bytes }: TypedSignature,
  message: Uint8Array,
): boolean {
  try {
    switch (keyType) {
      case 'ed25519':
        // the rules of ZIP-215 are those of the chain
        return ed25519.verify(bytes, message, account, { zip215: true })
      case 'sr25519':
        return verifySr25519(message, bytes, account)
      case 'ecdsa':
        return isSameBytes(blake2b(recoverKey(bytes, message), { dkLen: 32 }), account)
    }
  } catch {
    return false // the key or the signature is no point of the curve
  }
}

/** The public key of a signature, which ends with the number for recovery. */
function recoverKey(signature: Uint8Array, message: Uint8Array): Uint8Array {
  const recovered = Uint8Array.of(signature[64] ?? 0, ...signature.slice(0, 64))
  return secp256k1.Signature.fromBytes(recovered, 'recovered')
    .recoverPublicKey(blake2b(message, { dkLen: 32 }))
    .toBytes(true)
}
