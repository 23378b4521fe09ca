import { ed25519 } from '@noble/curves/ed25519.js'
import { fromBase58 } from '@latchkey/protocol/base58'
import { bytesOf, bytesOfBase64 } from './claim.ts'
import type { Claim } from './claim.ts'

/** Whether a Solana key has signed the text: strict Ed25519, RFC 8032. */
export function verifySolana({ address, message, signature }: Claim): boolean {
  const bytes = /^[1-9A-HJ-NP-Za-km-z]{64,88}$/.test(signature)
    ? fromBase58(signature)
    : bytesOfBase64(signature)
  if (bytes?.length !== 64) return false
  try {
    return ed25519.verify(bytes, bytesOf(message), fromBase58(address), { zip215: false })
  } catch {
    return false // the address or the signature has no point on the curve
  }
}
