import { createECDH } from 'node:crypto'

/** Whether the value is a private key of secp256k1, as 0x and 64 hex digits. */
export function isPrivateKey(value: unknown): value is `0x${string}` {
  if (typeof value !== 'string' || !/^0x[0-9a-f]{64}$/i.test(value)) return false
  try {
    createECDH('secp256k1').setPrivateKey(value.slice(2), 'hex')
    return true
  } catch {
    return false // it is zero, or not below the order of the curve
  }
}
