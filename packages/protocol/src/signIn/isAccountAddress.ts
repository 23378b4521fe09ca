import { fromBase58 } from '../base58.ts'
import type { Namespace } from '../namespace.ts'
import { isChecksummed } from './isChecksummed.ts'
import { addressShapes } from './signInFields.ts'

/**
 * Bytes that an address encodes in base58: a key, or on Polkadot a key with a prefix of one or two
 * bytes and a checksum of two.
 */
const bytesOf: Partial<Record<Namespace, readonly number[]>> = { solana: [32], polkadot: [35, 36] }

/**
 * Whether a text is an address that a sign-in may name: of EIP-155 with the checksum of EIP-55. The
 * checksums of Bitcoin and Polkadot are compared where a signature is.
 */
export function isAccountAddress(text: string, namespace: Namespace): boolean {
  if (!addressShapes[namespace].test(text)) return false
  if (namespace === 'eip155') return isChecksummed(text)
  const lengths = bytesOf[namespace]
  return lengths === undefined || lengths.includes(fromBase58(text).length)
}
