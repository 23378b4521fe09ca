import { ed25519 } from '@noble/curves/ed25519.js'

/**
 * Whether 32 bytes are a point of the curve, and so may have a private key. Addresses derived by
 * programs are never on the curve. Source: RFC 8032, 5.1.3
 */
export function isOnCurve(bytes: Uint8Array): boolean {
  try {
    ed25519.Point.fromBytes(bytes)
    return true
  } catch {
    return false
  }
}
