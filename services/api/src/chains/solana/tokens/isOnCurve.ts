import { ed25519 } from '@noble/curves/ed25519.js'

/**
 * Whether 32 bytes are a point of the Ed25519 curve, and so may be a public key. An address that a
 * program derives is never on the curve. Source: RFC 8032, 5.1.3
 */
export function isOnCurve(bytes: Uint8Array): boolean {
  try {
    ed25519.Point.fromBytes(bytes)
    return true
  } catch {
    return false
  }
}
