import { secp256k1 } from '@noble/curves/secp256k1.js'
import { bytesOf, isSameBytes } from '../claim.ts'
import { hash160, sha256x2 } from './hash160.ts'
import type { BitcoinLibrary } from './library.ts'

/**
 * Whether 65 bytes are a signature of the key in a script. The first byte tells which key has
 * signed, and the type of the address. If it tells the wrong segwit type, the signature is still
 * accepted, because the key shows who has signed. BIP-137
 */
export function isSignedByBip137(
  { CompactSize, OutScript }: BitcoinLibrary,
  script: Uint8Array,
  message: Uint8Array,
  signature: Uint8Array,
): boolean {
  const header = signature[0] ?? 0
  if (header < 27 || header > 42) return false
  const hash = sha256x2(
    Uint8Array.from([
      ...bytesOf('\x18Bitcoin Signed Message:\n'),
      ...CompactSize.encode(BigInt(message.length)),
      ...message,
    ]),
  )
  const key = recover(hash, signature, (header - 27) % 4)
  const out = OutScript.decode(script)
  if (!key || !out) return false
  const short = hash160(key.toBytes(true))
  if (out.type === 'pkh')
    return header < 35 && isSameBytes(out.hash, header < 31 ? hash160(key.toBytes(false)) : short)
  if (header < 31) return false
  if (out.type === 'wpkh') return isSameBytes(out.hash, short)
  return (
    out.type === 'sh' &&
    isSameBytes(out.hash, hash160(OutScript.encode({ type: 'wpkh', hash: short })))
  )
}

function recover(hash: Uint8Array, signature: Uint8Array, recovery: number) {
  try {
    const read = secp256k1.Signature.fromBytes(signature.slice(1), 'compact')
    // refuses the second valid signature with a high s, which no wallet makes
    return read.hasHighS() ? undefined : read.addRecoveryBit(recovery).recoverPublicKey(hash)
  } catch {
    return undefined // the signature has no point on the curve
  }
}
